import { expect, test } from "vitest"
import { networkOf, plainAddress, shortenedAddress } from "./network.ts"

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:5000", "203.0.113.9"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", "unknown"],
  ["", ""],
])("%j is plainly %j", (text, address) => {
  expect(plainAddress(text)).toBe(address)
})

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["1:2::", "1:2:0:0::/64"],
  // An IPv4 address at the end counts as two groups (RFC 4291, 2.2), so `::` stands for one group here.
  ["1:2::3:4:5:192.0.2.1", "1:2:0:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2::77", "2001:db8:1::/48"],
  ["", "unknown"],
  ["'; drop table x --", "unknown"],
])("%s is logged as %s", (address, shortened) => {
  expect(shortenedAddress(address)).toBe(shortened)
})
