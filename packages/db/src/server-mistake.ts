/** As `server_version_num` counts: `uuidv7()` and `returning old` are new in 18. */
const oldestVersionNumber = 180_000;
const oldestVersion = "18";

export type ServerFacts = { version: string; versionNumber: number; isPooled: boolean };

export type AddressUse = {
  /** The name of the setting that has the address. */
  setting: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  /** Whether the address may lead to a connection pooler. */
  mayBePooled: boolean;
};

/** What keeps Zonepost from working with this server, in one line that says what to do; undefined if nothing does. */
export function findServerMistake(server: ServerFacts, use: AddressUse): string | undefined {
  if (server.versionNumber < oldestVersionNumber) {
    return `${use.setting}: the server is PostgreSQL ${server.version}, but Zonepost needs PostgreSQL ${oldestVersion} or later. Nothing was changed.`;
  }
  if (server.isPooled && !use.mayBePooled) {
    return use.setting === "DATABASE_DIRECT_URL"
      ? "DATABASE_DIRECT_URL: leads to a connection pooler; set it to the address of PostgreSQL itself. Nothing was changed."
      : "DATABASE_URL: leads to a connection pooler; set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations, notices and jobs. Nothing was changed.";
  }
  return undefined;
}
