/** A row of the view `mail_host.dkim_keys`. */
export type SealedKey = {
  id: string;
  mailDomainId: string;
  domain: string;
  selector: string;
  stage: "pending" | "active" | "retiring";
  /** Null if it was not asked for. */
  privateKeyEncrypted: string | null;
};

/** A row of the view `mail_host.sender_exceptions`. */
export type SenderException = { domain: string; network: string };

export const selectorMapName = "selectors.map";
export const exceptionMapName = "sender-exceptions.map";

export const keyFileName = ({ domain, selector }: Pick<SealedKey, "domain" | "selector">): string =>
  `${domain}.${selector}.key`;

export const isKeyFile = (name: string): boolean => name.endsWith(".key");

/** The key that signs for each domain: the active one, once its file exists. */
export const selectorMapOf = (keys: readonly SealedKey[], existingFiles: ReadonlySet<string>): string =>
  linesOf(
    keys
      .filter((key) => key.stage === "active" && existingFiles.has(keyFileName(key)))
      .map(({ domain, selector }) => `${domain} ${selector}`),
  );

export const exceptionMapOf = (exceptions: readonly SenderException[]): string =>
  linesOf(exceptions.map(({ domain, network }) => `${domain} ${network}`));

const linesOf = (lines: string[]): string =>
  lines
    .sort()
    .map((line) => `${line}\n`)
    .join("");
