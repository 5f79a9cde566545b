/** What the server doesn't do of a script, as it is stored in mail_sieve_findings. */
export type SieveFinding = {
  line: number;
  code:
    | "extension"
    | "action"
    | "test"
    | "redirect_not_plain"
    | "redirect_not_allowed"
    | "vacation_not_plain"
    | "vacation_not_own"
    | "vacation_header"
    | "include_not_personal"
    | "not_readable"
    | "turned_off";
  /** The name or address that it is about. */
  detail: string;
};

const reasons: Record<SieveFinding["code"], (detail: string) => string> = {
  extension: (name) => `this server doesn't offer the extension "${name}"`,
  action: (name) => `this server doesn't offer ${name}`,
  test: (name) => `this server doesn't offer ${name}`,
  redirect_not_plain: () =>
    'the address of redirect must be one plain string, such as redirect "you@example.com"',
  redirect_not_allowed: (address) =>
    `redirect to ${address} isn't possible: only addresses of your own workspace, and those that confirmed the forwarding, can receive it`,
  vacation_not_plain: (tag) =>
    `the addresses of vacation ${tag} must be plain strings, such as "you@example.com"`,
  vacation_not_own: (address) => `vacation can't use ${address}: it isn't an address of this mailbox`,
  vacation_header: (name) =>
    `the text of vacation :mime can only have header fields of its content, and not ${name}`,
  include_not_personal: () => "include can only use scripts of this mailbox, by their plain name",
  turned_off: () => "the script is off, because it can't be used without what is refused",
  not_readable: (error) => `the script can't be read: ${error}`,
};

/** What a person sees in a mail program. */
export const describeFinding = ({ line, code, detail }: SieveFinding): string =>
  `line ${line}: ${reasons[code](detail)}`;
