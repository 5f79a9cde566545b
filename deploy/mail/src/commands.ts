import type { MailServerOptions } from "./options.ts";

/** How a server runs in the foreground. */
export type ServerCommand = {
  name: "rspamd" | "dovecot" | "postfix";
  program: string;
  args: string[];
};

/** In the order in which they start: each finds the sockets of those before it. */
export function mailCommands({ folders }: MailServerOptions): ServerCommand[] {
  const { configuration, state, run, logs } = folders;
  return [
    {
      name: "rspamd",
      program: "rspamd",
      args: [
        "-f",
        "-c",
        `${configuration}/rspamd/rspamd.conf`,
        ...["-u", "_rspamd", "-g", "_rspamd"],
        `--var=LOCAL_CONFDIR=${configuration}/rspamd`,
        `--var=DBDIR=${state}/rspamd`,
        `--var=RUNDIR=${run}/rspamd`,
        `--var=LOGDIR=${logs}`,
      ],
    },
    { name: "dovecot", program: "dovecot", args: ["-F", "-c", `${configuration}/dovecot/dovecot.conf`] },
    {
      name: "postfix",
      program: "/usr/lib/postfix/sbin/master",
      args: ["-c", `${configuration}/postfix`, "-d"],
    },
  ];
}
