import type { MailServerOptions } from "../options.ts";

/**
 * A file for logrotate. Each server opens its new log at once. Of Postfix, only the process that writes the log is ended,
 * which Postfix starts again: after a reload, a message that is being delivered could wait for five minutes.
 */
export function logRotation({ folders }: MailServerOptions): string {
  const { configuration, state, run, logs } = folders;
  const files = ["postfix", "dovecot", "rspamd"].map((name) => `"${logs}/${name}.log"`);
  return `# Written by npm run mail:config.
${files.join(" ")} {
  daily
  rotate 14
  missingok
  notifempty
  nocreate
  compress
  # The agent reads the last lines after it was stopped.
  delaycompress
  sharedscripts
  postrotate
    pkill -x postlogd -P "$(tr -d ' ' < '${state}/postfix/queue/pid/master.pid')" || true
    doveadm -c '${configuration}/dovecot/dovecot.conf' log reopen || true
    kill -USR1 "$(cat '${run}/rspamd.pid')" || pkill -USR1 -o -x rspamd || true
  endscript
}
`;
}
