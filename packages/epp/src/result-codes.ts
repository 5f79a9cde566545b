/** The classes of result codes. */
export type EppResultClass =
  | "success"
  | "pending"
  | "no_messages"
  | "messages"
  | "session_ended"
  | "unknown_command"
  | "syntax_error"
  | "use_error"
  | "missing_parameter"
  | "parameter_range"
  | "parameter_syntax"
  | "unimplemented_version"
  | "unimplemented_command"
  | "unimplemented_option"
  | "unimplemented_extension"
  | "billing_failure"
  | "not_eligible_for_renewal"
  | "not_eligible_for_transfer"
  | "authentication"
  | "authorization"
  | "invalid_authorization_information"
  | "pending_transfer"
  | "not_pending_transfer"
  | "object_exists"
  | "object_does_not_exist"
  | "status_prohibits"
  | "association_prohibits"
  | "parameter_policy"
  | "unimplemented_object_service"
  | "data_policy"
  | "command_failed"
  | "command_failed_closing"
  | "authentication_closing"
  | "session_limit_closing";

/** The area of a code, from its second digit (RFC 5730 section 3). */
export type EppResultArea =
  | "syntax"
  | "implementation"
  | "security"
  | "data"
  | "server"
  | "connection"
  | "other";

const areas: readonly EppResultArea[] = [
  "syntax",
  "implementation",
  "security",
  "data",
  "server",
  "connection",
];

function areaOf(code: number): EppResultArea {
  return areas[Math.floor(code / 100) % 10] ?? "other";
}

/** One row of the table of result codes (RFC 5730 section 3). */
export type EppResultCode = {
  code: number;
  class: EppResultClass;
  area: EppResultArea;
  /** The RFC's English text. */
  meaning: string;
  /** Whether the same command may succeed later, unchanged. */
  retryable: boolean;
  /** Whether the server closes the connection after this result. */
  endsSession: boolean;
};

function row(
  code: number,
  resultClass: EppResultClass,
  meaning: string,
  traits: { retryable?: boolean; endsSession?: boolean } = {},
): [number, EppResultCode] {
  const { retryable = false, endsSession = false } = traits;
  return [code, { code, class: resultClass, area: areaOf(code), meaning, retryable, endsSession }];
}

/** All result codes of RFC 5730 section 3, by number. */
export const resultCodes: ReadonlyMap<number, EppResultCode> = new Map([
  row(1000, "success", "Command completed successfully"),
  row(1001, "pending", "Command completed successfully; action pending"),
  row(1300, "no_messages", "Command completed successfully; no messages"),
  row(1301, "messages", "Command completed successfully; ack to dequeue"),
  row(1500, "session_ended", "Command completed successfully; ending session", { endsSession: true }),
  row(2000, "unknown_command", "Unknown command"),
  row(2001, "syntax_error", "Command syntax error"),
  row(2002, "use_error", "Command use error"),
  row(2003, "missing_parameter", "Required parameter missing"),
  row(2004, "parameter_range", "Parameter value range error"),
  row(2005, "parameter_syntax", "Parameter value syntax error"),
  row(2100, "unimplemented_version", "Unimplemented protocol version"),
  row(2101, "unimplemented_command", "Unimplemented command"),
  row(2102, "unimplemented_option", "Unimplemented option"),
  row(2103, "unimplemented_extension", "Unimplemented extension"),
  row(2104, "billing_failure", "Billing failure"),
  row(2105, "not_eligible_for_renewal", "Object is not eligible for renewal"),
  row(2106, "not_eligible_for_transfer", "Object is not eligible for transfer"),
  row(2200, "authentication", "Authentication error"),
  row(2201, "authorization", "Authorization error"),
  row(2202, "invalid_authorization_information", "Invalid authorization information"),
  row(2300, "pending_transfer", "Object pending transfer"),
  row(2301, "not_pending_transfer", "Object not pending transfer"),
  row(2302, "object_exists", "Object exists"),
  row(2303, "object_does_not_exist", "Object does not exist"),
  row(2304, "status_prohibits", "Object status prohibits operation"),
  row(2305, "association_prohibits", "Object association prohibits operation"),
  row(2306, "parameter_policy", "Parameter value policy error"),
  row(2307, "unimplemented_object_service", "Unimplemented object service"),
  row(2308, "data_policy", "Data management policy violation"),
  row(2400, "command_failed", "Command failed", { retryable: true }),
  row(2500, "command_failed_closing", "Command failed; server closing connection", {
    retryable: true,
    endsSession: true,
  }),
  row(2501, "authentication_closing", "Authentication error; server closing connection", {
    endsSession: true,
  }),
  row(2502, "session_limit_closing", "Session limit exceeded; server closing connection", {
    retryable: true,
    endsSession: true,
  }),
]);

/** Whether a command succeeded or is pending (RFC 5730 section 3: the first digit is 1). */
export function isSuccessCode(code: number): boolean {
  return code >= 1000 && code < 2000;
}

/**
 * Looks up a result code. A code that the RFC doesn't list is classified by its first digits
 * (RFC 5730 section 3: 1 succeeded, 2 failed; the second digit 5 ends the session).
 */
export function describeResultCode(code: number): EppResultCode {
  const known = resultCodes.get(code);
  if (known) {
    return known;
  }
  const success = isSuccessCode(code);
  return {
    code,
    area: areaOf(code),
    class: success ? "success" : "command_failed",
    meaning: success ? "Command completed successfully" : "Command failed",
    retryable: false,
    endsSession: Math.floor(code / 100) % 10 === 5,
  };
}
