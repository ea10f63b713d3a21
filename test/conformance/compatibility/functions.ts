import type { Feature } from "./feature.ts"

const done = (feature: string, test: string, ...client: string[]): Feature => ({
  feature,
  test,
  client,
  status: "done",
})

/** POST /functions/v1/<name> as functions-js calls it. */
export const functions: readonly Feature[] = [
  done(
    "JSON in, JSON out",
    "invoke: an object goes as JSON and comes back as JSON",
    "FunctionsClient.invoke",
  ),
  done(
    "text, Blob, ArrayBuffer, File and FormData",
    "invoke: text, Blob, ArrayBuffer, File and FormData bodies",
  ),
  done("every method", "invoke: method %s"),
  done("headers, region, paths", "invoke: headers, region and a path behind the name"),
  done("every kind of answer", "invoke: answers as text, bytes, form data and nothing"),
  done("streams", "invoke: a stream arrives piece by piece"),
  done("FunctionsHttpError", "error: what a function refuses is a FunctionsHttpError with its answer"),
  done("FunctionsRelayError", "error: what the gateway refuses is a FunctionsRelayError"),
  done("FunctionsFetchError", "error: no connection is a FunctionsFetchError"),
  done("the caller's token", "caller: key, member and service are told apart"),
  done("a token given by hand", "caller: setAuth gives the token by hand", "FunctionsClient.setAuth"),
  done("abort and timeout", "abort: a signal and a timeout end the call, and the function learns of it"),
  done("body limits", "limits: a body that is too large is refused, announced or streamed"),
  done("cross-origin calls", "cors: a preflight is answered for every service without a key"),
  {
    feature: "functions that are not there",
    status: "not",
    reason:
      "Functions are written in server/functions and shipped with the server; nothing is deployed at run time.",
    probe: async (client) => {
      const { error } = await client.functions.invoke("not-deployed")
      return { error: await error.context.json(), status: error.context.status }
    },
  },
]
