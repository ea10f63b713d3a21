const gatewayPath = /^\/(auth|rest|functions|storage|realtime)\/v1(\/|$)/

/**
 * Whether the gateway answers this path (platform/gateway.ts): a service that uses no cookie, where every call carries its
 * own key or token. What merely begins with a service's name, such as /auth/, is a page's.
 */
export function isGatewayPath(path: string): boolean {
  return gatewayPath.test(path)
}
