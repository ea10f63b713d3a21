/** The views of the desk. */
export function orderTabs(current: "/orders" | "/orders/revenue") {
  return [
    { to: "/orders", label: "Orders", current: current === "/orders" },
    { to: "/orders/revenue", label: "Revenue", current: current === "/orders/revenue" },
  ]
}
