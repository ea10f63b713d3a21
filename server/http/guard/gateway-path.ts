const gatewayPath = /^\/(auth|rest|functions|storage|realtime)\/v1(\/|$)/

/**
 * Whether the gateway handles this path (platform/gateway.ts): its services use no cookie, and every call carries its
 * own key or token. A path such as /auth/, which merely begins with a service's name, belongs to the pages.
 */
export function isGatewayPath(path: string): boolean {
  return gatewayPath.test(path)
}
