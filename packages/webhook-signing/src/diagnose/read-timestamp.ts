import { isSignableId } from "../signed-content.ts";
import type { Clue } from "./reasons.ts";
import type { Fields } from "./recover-headers.ts";

const wholeSeconds = /^(?:0|[1-9][0-9]{0,14})$/;
const earliestMilliseconds = 1e11;

/** The Unix seconds that a timestamp means: also if it is in milliseconds, has a fraction, or is a date. */
export function readTimestamp(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000;
  if (!Number.isFinite(number)) {
    return undefined;
  }
  return Math.floor(number >= earliestMilliseconds ? number / 1000 : number);
}

/** Problems of the timestamps and the ID that are plain without a signature. */
export function fieldClues(fields: Fields): Clue[] {
  const service = fields["X-Service-Timestamp"];
  const standard = fields["webhook-timestamp"];
  const id = fields["webhook-id"];
  const malformed = [
    ...(service === undefined || wholeSeconds.test(service) ? [] : ["X-Service-Timestamp"]),
    ...(standard === undefined || wholeSeconds.test(standard) ? [] : ["webhook-timestamp"]),
  ];
  const clues: Clue[] = [];
  if (malformed.length > 0) {
    clues.push({ reason: "timestamp_malformed", certainty: "proven", detail: malformed.join(", ") });
  } else if (service !== undefined && standard !== undefined && service !== standard) {
    clues.push({ reason: "timestamps_differ", certainty: "proven" });
  }
  if (id !== undefined && !isSignableId(id)) {
    clues.push({ reason: "id_malformed", certainty: "proven" });
  }
  return clues;
}

/** From when to when a correct signature is accepted, if no time of verification was given. */
export function ageClues(input: {
  timestamp: number | undefined;
  now: number | undefined;
  toleranceSeconds: number;
}): Clue[] {
  const { timestamp, now, toleranceSeconds } = input;
  if (timestamp === undefined || now !== undefined) {
    return [];
  }
  const bounds = [-toleranceSeconds, toleranceSeconds].map(
    (seconds) => new Date((timestamp + seconds) * 1000),
  );
  return bounds.some((at) => Number.isNaN(at.getTime()))
    ? []
    : [
        {
          reason: "age_not_checked",
          certainty: "proven",
          detail: bounds.map((at) => at.toISOString().replace(/\.\d+/, "")).join(" to "),
        },
      ];
}

/** Why the time of a correct signature is rejected. Empty if it isn't, or if the time isn't known. */
export function timeClues(input: {
  fields: Fields;
  timestamp: number;
  now: number | undefined;
  toleranceSeconds: number;
}): Clue[] {
  const { fields, timestamp, now, toleranceSeconds } = input;
  const text = fields["X-Service-Timestamp"] ?? fields["webhook-timestamp"] ?? "";
  if (wholeSeconds.test(text) && Number(text) >= earliestMilliseconds) {
    return [{ reason: "timestamp_in_milliseconds", certainty: "proven" }];
  }
  if (now === undefined) {
    return [];
  }
  if (now >= earliestMilliseconds) {
    return [{ reason: "now_in_milliseconds", certainty: "proven" }];
  }
  const ageSeconds = Math.floor(now) - timestamp;
  if (Math.abs(ageSeconds) <= toleranceSeconds) {
    return [];
  }
  const reason = ageSeconds > 0 ? "too_old" : "from_the_future";
  return [{ reason, certainty: "proven", detail: String(Math.abs(ageSeconds)) }];
}
