import { dovecotConnect } from "./database/connection-strings.ts";
import type { DatabaseAddress } from "./database/database-address.ts";
import { manageSieveService, sieveAtDelivery, sieveSettings } from "./dovecot-sieve.ts";
import { signInNonce, signInPolicy } from "./dovecot-sign-ins.ts";
import { submissionService } from "./dovecot-submission.ts";
import type { ConfigurationFile, MailServerOptions } from "./options.ts";

export function dovecotFiles(options: MailServerOptions): ConfigurationFile[] {
  const { folders, redis } = options;
  return [
    { path: "dovecot/dovecot.conf", text: mainFile(options) },
    { path: "dovecot/sign-in-nonce.conf", text: signInNonce(), group: "dovecot" },
    { path: "dovecot/app-passwords.ext", text: appPasswords(options), group: "dovecot" },
    { path: "dovecot/app-password-use.ext", text: appPasswordUse(options), group: "dovecot" },
    { path: "dovecot/accounts.ext", text: accounts(options), group: "dovecot" },
    { path: "dovecot/quota-use.ext", text: quotaUse(options), group: "dovecot" },
    { path: "dovecot/sieve/junk.sieve", text: junkRule },
    ...(redis
      ? [
          { path: "dovecot/sieve/learn-spam.sieve", text: learnSpam },
          { path: "dovecot/sieve/learn-ham.sieve", text: learnHam },
          { path: "dovecot/programs/learn", text: learnProgram(folders.run), isProgram: true },
        ]
      : []),
  ].map((file) => ({
    ...file,
    text: file.text.replaceAll("$folder", `${folders.configuration}/dovecot`),
  })) as ConfigurationFile[];
}

function mainFile(options: MailServerOptions): string {
  const { hostname, address, ports, folders, tls, mailUser, limits, internalPorts, redis } = options;
  const { run, state, logs } = folders;
  const listener = (name: string, port: number, extra = "") => `  inet_listener ${name} {
    port = ${port}
${extra}  }
`;
  return `protocols = imap lmtp sieve submission
listen = ${address ?? "*, ::"}
base_dir = ${run}/dovecot
state_dir = ${state}/dovecot
instance_name = zonepost
hostname = ${hostname}
log_path = ${logs}/dovecot.log
log_timestamp = "%Y-%m-%dT%H:%M:%S%z "

ssl = required
ssl_cert = <${tls.certificateFile}
ssl_key = <${tls.keyFile}
ssl_min_protocol = TLSv1.2
disable_plaintext_auth = yes
auth_mechanisms = plain login
auth_username_format = %Lu
# Every character that the API allows in an address.
auth_username_chars =
auth_failure_delay = ${limits.authFailureSeconds} secs

# The password that a session signed in with, so that the agent can end it with its right, and the mail program.
login_log_format_elements = user=<%u> method=%m rip=%r lip=%l mpid=%e %c session=<%{session}> right=<%{passdb:sign_in_right}>
imap_id_log = name version

# An app password is found by the first characters of its SHA-256, so that no query contains a password.
passdb {
  driver = sql
  args = $folder/app-passwords.ext
  result_success = continue-ok
}
# Stores when the app password was used, over any protocol.
passdb {
  driver = sql
  args = $folder/app-password-use.ext
  skip = unauthenticated
}
passdb {
  driver = sql
  args = $folder/accounts.ext
  skip = authenticated
}
# Of a sign-in: what its passdb has found. With a query of its own, one that the database's end interrupts after the
# password was found right would end without a reply.
userdb {
  driver = prefetch
}
userdb {
  driver = sql
  args = $folder/accounts.ext
}

mail_uid = ${mailUser.uid}
mail_gid = ${mailUser.gid}
first_valid_uid = ${mailUser.uid}
last_valid_uid = ${mailUser.uid}
mail_location = maildir:~/Maildir
mail_plugins = quota
mail_attachment_detection_options = add-flags
namespace inbox {
  inbox = yes
  separator = /
  mailbox Drafts {
    auto = subscribe
    special_use = \\Drafts
  }
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
  mailbox Junk {
    auto = subscribe
    special_use = \\Junk
  }
  mailbox Trash {
    auto = subscribe
    special_use = \\Trash
  }
  mailbox Archive {
    auto = no
    special_use = \\Archive
  }
}

dict {
  use = pgsql:$folder/quota-use.ext
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
  # By default, a mailbox may be 10 % over its quota.
  quota_grace = 0
  quota_exceeded_message = This mailbox is full
  quota_clone_dict = proxy:${run}/dovecot/dict:use
${sieveSettings({ redis })}${redis ? learning : ""}}
# What a mailbox uses after a delivery is reported by the agent, for many messages at once.
protocol imap {
  mail_plugins = $mail_plugins imap_quota quota_clone${redis ? " imap_sieve" : ""}
  mail_max_userip_connections = 30
}
protocol lmtp {
  mail_plugins = $mail_plugins sieve
${sieveAtDelivery}}
# What a person's rules send. The greeting has the user's hostname, which names the account.
submission_host = 127.0.0.1:${internalPorts.sieveOut}
# The query finds the account of a sub-address: an account may have a + in its own name.
recipient_delimiter =
lmtp_rcpt_check_quota = yes
# Mail that was accepted and doesn't fit anymore waits in the queue, where a bounce might go to a forged sender.
quota_full_tempfail = yes
lmtp_save_to_detail_mailbox = no

service imap-login {
${listener("imap", ports.imap)}${listener("imaps", ports.imaps, "    ssl = yes\n")}}
${manageSieveService(internalPorts.manageSieve)}${submissionService(options)}${signInPolicy(options)}service lmtp {
  unix_listener ${run}/lmtp {
    mode = 0600
    user = postfix
  }
}
# One process checks all passwords, one after the other: a storm of sign-ins takes one core at most.
service auth {
  vsz_limit = 512M
  unix_listener ${run}/auth {
    mode = 0600
    user = postfix
  }
}
service dict {
  unix_listener dict {
    mode = 0600
    user = ${mailUser.name}
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
}

const connection = (database: DatabaseAddress) => `driver = pgsql
connect = ${dovecotConnect(database, 2)}
`;

const appPasswords = (options: MailServerOptions) => `${connection(options.database)}
password_query = SELECT login."user", password, app_password, sign_in_right, ${prefetched(options)} \\
  FROM mail_host.find_app_password(mail_host.ascii_address('%u'), '%{sha256;truncate=16:password}', '%s') AS login, \\
    LATERAL mail_host.find_user(login."user", '%s') AS found
`;

/** What the other userdb would find for the account. */
const prefetched = ({ hostname, folders }: MailServerOptions) =>
  `'${folders.mailboxes}/' || account_id AS userdb_home, '*:bytes=' || quota_bytes AS userdb_quota_rule, '${hostname}' AS userdb_hostname`;

const appPasswordUse = ({ database }: MailServerOptions) => `${connection(database)}
password_query = SELECT "user", password FROM mail_host.store_app_password_use('%{passdb:app_password}')
`;

/** The mailbox's folder is named after the account, since a later account may have the same address. */
const accounts = (options: MailServerOptions) => {
  const { hostname, database, folders } = options;
  return `${connection(database)}
password_query = SELECT login."user", password, sign_in_right, ${prefetched(options)} \\
  FROM mail_host.find_login(mail_host.ascii_address('%u'), '%s') AS login, \\
    LATERAL mail_host.find_user(login."user", '%s') AS found
user_query = SELECT "user", '${folders.mailboxes}/' || account_id AS home, '*:bytes=' || quota_bytes AS quota_rule, \\
    CASE '%s' WHEN 'lmtp' THEN account_id || '.account.internal' ELSE '${hostname}' END AS hostname \\
  FROM mail_host.find_user(mail_host.ascii_address('%u'), '%s')
iterate_query = SELECT address AS "user" FROM mail_host.users
`;
};

const quotaUse = ({ database }: MailServerOptions) => `connect = ${dovecotConnect(database, 1)}
map {
  pattern = priv/quota/storage
  table = mail_host.quota_reports
  username_field = address
  value_field = used_bytes
}
map {
  pattern = priv/quota/messages
  table = mail_host.quota_reports
  username_field = address
  value_field = message_count
}
`;

/** Spam, and what the target of a forwarding refused. */
const junkRule = `require ["fileinto", "mailbox", "envelope"];
if anyof (header :is "X-Spam" "Yes", envelope :domain :matches "to" "*.returned.internal") {
  fileinto :create "Junk";
  stop;
}
`;

/** A message that a person moves trains the spam filter. Rules of people can't run programs: the extension is global. */
const learning = `  sieve_plugins = sieve_imapsieve sieve_extprograms
  sieve_global_extensions = +vnd.dovecot.pipe
  sieve_pipe_bin_dir = $folder/programs
  sieve_pipe_exec_timeout = 5s
  imapsieve_mailbox1_name = Junk
  imapsieve_mailbox1_causes = COPY
  imapsieve_mailbox1_before = file:$folder/sieve/learn-spam.sieve
  imapsieve_mailbox2_name = *
  imapsieve_mailbox2_from = Junk
  imapsieve_mailbox2_causes = COPY
  imapsieve_mailbox2_before = file:$folder/sieve/learn-ham.sieve
`;

const learnSpam = `require ["vnd.dovecot.pipe", "copy"];
pipe :copy :try "learn" ["spam"];
`;

const learnHam = `require ["vnd.dovecot.pipe", "copy", "imapsieve", "environment"];
# Deleting spam isn't an opinion about it.
if not environment :is "imap.mailbox" "Trash" {
  pipe :copy :try "learn" ["ham"];
}
`;

const learnProgram = (run: string) => `#!/bin/sh
exec /usr/bin/rspamc -t 4 -h ${run}/rspamd/controller.sock "learn_$1"
`;
