import { expect, test } from "vitest"
import { clientAddress } from "./client-address.ts"

test.each([
  ["no proxy: the header is ignored", 0, "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["one proxy: the entry that it added", 1, "10.0.0.1", "203.0.113.9", "203.0.113.9"],
  [
    "one proxy: entries that the client invented are further left",
    1,
    "10.0.0.1",
    "1.1.1.1, 203.0.113.9",
    "203.0.113.9",
  ],
  ["two proxies: the entry of the outer one", 2, "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["fewer entries than proxies: the first", 3, "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["a proxy that adds nothing: the peer", 1, "10.0.0.1", undefined, "10.0.0.1"],
  ["an invalid entry: the peer", 1, "10.0.0.1", "unknown", "10.0.0.1"],
  ["an attack as the entry: the peer", 1, "10.0.0.1", "'; drop table x --", "10.0.0.1"],
  ["IPv6 in brackets with a port", 1, "10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
  ["IPv4 with a port", 1, "10.0.0.1", "203.0.113.9:5000", "203.0.113.9"],
  ["IPv4 inside IPv6", 0, "::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["a zone", 0, "fe80::1%eth0", undefined, "fe80::1"],
])("%s", (_what, hops, peer, forwardedFor, expected) => {
  expect(clientAddress({ peer, forwardedFor, hops })).toBe(expected)
})
