/** A subscription as /account/push takes it. @param before the address that it replaces */
export function subscriptionFields(subscription: PushSubscription, before?: string): URLSearchParams {
  const { endpoint = "", keys = {} } = subscription.toJSON()
  return new URLSearchParams({
    ...{ form: "on", endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
    ...(before && before !== endpoint ? { before } : {}),
  })
}
