/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  payments_off: "No payment service is configured.",
  not_found: "There is no such order any more.",
  not_paid: "This order was not paid.",
  too_much: "That is more than is left to refund.",
  no_subscription: "This order has no subscription.",
  refused: "The payment service refused. Its dashboard says why.",
  no_address: "The buyer was erased: there is no address to send it to.",
  unchanged: "It says so already.",
  changed: "Somebody changed it since. This is how it stands now.",
  already_undone: "This was taken back already.",
  not_undoable: "This cannot be taken back.",
  unknown_entry: "There is no such entry.",
}
