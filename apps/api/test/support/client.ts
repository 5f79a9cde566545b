import { type Dispatcher, request } from "undici";
import type { Answer } from "./answer.ts";
import { checkConforms } from "./conformance.ts";

export type Call = {
  method?: string;
  path: string;
  cookie?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  /** Added to a JSON client's headers; an empty value removes a header. */
  headers?: Record<string, string>;
  /** A body in chunks, without Content-Length. */
  stream?: AsyncIterable<Uint8Array>;
};

/** Sends real requests without following redirects, and checks each response against the published description. */
export function createClient(deps: { port: number; agent: Dispatcher }) {
  return async (call: Call): Promise<Answer> => {
    const method = call.method ?? "GET";
    const headers: Record<string, string> = {
      ...(call.body === undefined && call.stream === undefined ? {} : { "content-type": "application/json" }),
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
      ...call.headers,
    };
    for (const [name, value] of Object.entries(headers)) {
      if (value === "") {
        delete headers[name];
      }
    }
    const body = call.stream
      ? (call.stream as never)
      : typeof call.body === "string" || call.body === undefined
        ? (call.body as string | undefined)
        : JSON.stringify(call.body);
    const response = await request(`http://127.0.0.1:${deps.port}${call.path}`, {
      dispatcher: deps.agent,
      method: method as Dispatcher.HttpMethod,
      headers: { host: `localhost:${deps.port}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    const cookies = response.headers["set-cookie"] ?? [];
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers,
      cookies: Array.isArray(cookies) ? cookies : [cookies],
      text,
      json: parse(text),
    };
    if (method !== "HEAD") {
      checkConforms(method, call.path, answer);
    }
    return answer;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
