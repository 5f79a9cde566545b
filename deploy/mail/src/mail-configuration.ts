import { dovecotFiles } from "./dovecot.ts";
import { lookupsFile } from "./lookups.ts";
import type { ConfigurationFile, MailServerOptions } from "./options.ts";
import { mainCf } from "./postfix/main-cf.ts";
import { postfixMaps } from "./postfix/maps.ts";
import { masterCf } from "./postfix/master-cf.ts";
import { submissionHeaders } from "./postfix/submission.ts";
import { postfixTables } from "./postfix/tables.ts";
import { rspamdFiles } from "./rspamd/files.ts";

/** The configuration of all mail servers of a host. */
export function mailConfiguration(options: MailServerOptions): ConfigurationFile[] {
  const { maps, files } = postfixMaps(options);
  return [
    { path: "postfix/main.cf", text: mainCf(options, maps) },
    { path: "postfix/master.cf", text: masterCf(options) },
    ...postfixTables(options),
    { path: "postfix/submission-headers", text: submissionHeaders(options) },
    ...files,
    { path: "lookups.json", text: lookupsFile(options) },
    ...dovecotFiles(options),
    ...rspamdFiles(options),
  ];
}
