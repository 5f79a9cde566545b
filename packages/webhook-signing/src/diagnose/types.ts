import type { WebhookBody } from "../body.ts";
import type { WebhookHeaders } from "../headers.ts";
import type { Finding } from "./reasons.ts";

export type DiagnoseInput = {
  /**
   * The headers that the receiver saw: a Fetch `Headers`, a record, or pasted text, such as lines of `name: value`,
   * the output of `curl -v`, or a logged object.
   */
  headers: WebhookHeaders | string;
  /** The body that the receiver verified: text or bytes. */
  body: WebhookBody;
  /** The secret that the receiver used, or several in its order. */
  secret: string | readonly string[];
  /** When the receiver verified the request, in Unix seconds. Without it, the age isn't checked. */
  now?: number;
  /** The largest accepted difference between the timestamp and `now`, in seconds, inclusive. Default: 300. */
  toleranceSeconds?: number;
  /** The signature that the receiver's own code calculated, in hex or base64, to find the mistake in that code. */
  computed?: string;
};

export type Diagnosis = {
  /** Whether `verify` accepts this request at `now`, or on arrival if `now` isn't given. */
  isAccepted: boolean;
  /** The timestamp that the headers name, in Unix seconds; undefined if there is none. */
  timestamp: number | undefined;
  /** At least one, the most important first. */
  findings: Finding[];
};
