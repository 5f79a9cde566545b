type Stage = { meaning: string; hint: string };

/**
 * The stages at which an attempt can fail, and what the receiver's developer can do about each. A response with another
 * status than 2xx has the stage `http_<status>`.
 */
export const webhookErrorStages = {
  dns: {
    meaning: "The hostname of the URL couldn't be resolved.",
    hint: "Check the hostname for typos, and make sure that it has a public A or AAAA record.",
  },
  blocked: {
    meaning: "The hostname resolves to a private or reserved address, and we don't send to those.",
    hint: "Make the hostname resolve only to public addresses.",
  },
  connect: {
    meaning: "No connection could be opened.",
    hint: "Check that the receiver is running and listening on the port of the URL, and that its firewall allows connections from the internet.",
  },
  tls: {
    meaning: "The TLS handshake failed.",
    hint: "Install a certificate that is valid for the hostname, hasn't expired and comes with its intermediate certificates.",
  },
  timeout: {
    meaning: "There was no response within 15 seconds.",
    hint: "Respond with 2xx first, and do the work afterward, for example in a queue.",
  },
  response: {
    meaning: "The response wasn't valid HTTP, or the connection was closed before its headers were complete.",
    hint: "Look for a crash or a restart in the receiver's log at the time of the attempt, and check that the port speaks HTTP.",
  },
  redirect: {
    meaning: "The receiver responded with a redirect. Redirects aren't followed.",
    hint: "Change the endpoint's URL to the address it redirects to.",
  },
  http_3xx: {
    meaning: "The receiver responded with a status that means neither success nor redirect.",
    hint: "Respond with 2xx to every delivery, also to one that you already have.",
  },
  http_400: {
    meaning: "The receiver rejected the request.",
    hint: "Read the response's body. If your code verifies the signature, check that it uses this endpoint's secret and the raw body.",
  },
  http_401: {
    meaning: "The receiver requires authentication.",
    hint: "Let requests to this path through without a login, and verify the signature instead.",
  },
  http_403: {
    meaning: "The receiver or a firewall in front of it refused the request.",
    hint: "Let requests to this path through without a login, CSRF token or bot check, and verify the signature instead.",
  },
  http_404: {
    meaning: "The receiver has nothing at this path.",
    hint: "Compare the endpoint's URL with the route in your code, including a trailing slash.",
  },
  http_405: {
    meaning: "The path exists, but not for POST.",
    hint: "Handle POST at this path.",
  },
  http_410: {
    meaning: "The receiver responded that it doesn't want any more events.",
    hint: "Don't want more events? Delete the endpoint. Otherwise, fix the receiver, and reactivate the endpoint if it is inactive. Tests and replays don't deactivate it.",
  },
  http_413: {
    meaning: "The body is larger than the receiver allows.",
    hint: "Raise the body size limit in your framework or proxy.",
  },
  http_415: {
    meaning: "The receiver doesn't accept JSON.",
    hint: "Accept requests with the content type application/json.",
  },
  http_429: {
    meaning: "The receiver limits the rate of requests.",
    hint: "Raise the limit for this path. A Retry-After header delays a retry by up to 24 hours.",
  },
  http_4xx: {
    meaning: "The receiver rejected the request.",
    hint: "Read the response's body, and the receiver's log at the time of the attempt.",
  },
  http_502: {
    meaning: "A proxy in front of the receiver got no valid response from it.",
    hint: "Check that the receiver is running, and that the proxy forwards to the right port.",
  },
  http_503: {
    meaning: "The receiver is unavailable.",
    hint: "Check that the receiver is running. A Retry-After header delays a retry by up to 24 hours.",
  },
  http_504: {
    meaning: "A proxy in front of the receiver waited too long for its response.",
    hint: "Respond with 2xx first, and do the work afterward, for example in a queue.",
  },
  http_5xx: {
    meaning: "The receiver responded with a server error.",
    hint: "Look for the error in the receiver's log at the time of the attempt.",
  },
  secret: {
    meaning:
      "The endpoint's signing secret couldn't be decrypted, so nothing was sent. The receiver isn't at fault.",
    hint: "Contact support with the delivery's ID. If the secret can't be recovered, rotate it and switch at once.",
  },
  internal: {
    meaning: "We couldn't make this attempt, or couldn't record its result. The receiver isn't at fault.",
    hint: "No action is needed. If it happens again, contact support with the delivery's ID.",
  },
} as const satisfies Record<string, Stage>;

const stages: Record<string, Stage> = webhookErrorStages;

/** What a receiver's developer can do about an attempt that failed at this stage. */
export function webhookErrorHint(stage: string): string {
  const [, hundreds] = /^http_(\d)\d\d$/.exec(stage) ?? [];
  return (stages[stage] ?? stages[`http_${hundreds}xx`] ?? webhookErrorStages.response).hint;
}
