import type { Feature } from "./feature.ts"

const done = (feature: string, test: string, ...client: string[]): Feature => ({
  feature,
  test,
  client,
  status: "done",
})

/** POST /functions/v1/<name> as functions-js calls it. */
export const functions: readonly Feature[] = [
  done("JSON in, JSON out", "invoke: an object is sent and returned as JSON", "FunctionsClient.invoke"),
  done(
    "text, Blob, ArrayBuffer, File and FormData",
    "invoke: text, Blob, ArrayBuffer, File and FormData arrive as they were sent",
  ),
  done("every method", "invoke: the method %s reaches the function"),
  done("headers, region, paths", "invoke: headers, the region and a path after the name reach the function"),
  done("every kind of answer", "invoke: responses as text, bytes, form data and without a body"),
  done("streams", "invoke: a stream arrives piece by piece"),
  done("FunctionsHttpError", "error: a function's refusal is a FunctionsHttpError with its response"),
  done("FunctionsRelayError", "error: a refusal by the gateway is a FunctionsRelayError"),
  done("FunctionsFetchError", "error: no connection is a FunctionsFetchError"),
  done("the caller's token", "caller: key, member and service are distinguished"),
  done("a token given by hand", "caller: setAuth sets the token explicitly", "FunctionsClient.setAuth"),
  done("abort and timeout", "abort: a signal and a timeout abort the call, and the function is notified"),
  done("body limits", "limits: a body that is too large is refused, announced or streamed"),
  done("cross-origin calls", "cors: a preflight succeeds for every service without a key"),
  {
    feature: "functions that are not there",
    status: "not",
    reason:
      "Functions are written in server/http/functions and shipped with the server; nothing is deployed at run time.",
    probe: async (client) => {
      const { error } = await client.functions.invoke("not-deployed")
      return { error: await error.context.json(), status: error.context.status }
    },
  },
]
