import type { DatabaseAddress } from "./database/database-address.ts";

/** The ports that mail programs and other mail hosts connect to. */
export type MailPorts = {
  smtp: number;
  submission: number;
  submissions: number;
  imap: number;
  imaps: number;
  sieve: number;
};

/** The ports on loopback between the mail servers. */
export type InternalPorts = {
  /** Takes forwarded mail back in, to rewrite its envelope sender. */
  forwarding: number;
  srsForward: number;
  srsReverse: number;
  /** Answers Rspamd and Dovecot over HTTP, such as which addresses a login may use as sender. */
  lookups: number;
  /** Answers Postfix: whether a recipient is accepted. */
  recipientPolicy: number;
  /** Passes sign-ins of Postfix to Dovecot. */
  signIn: number;
};

export type RedisAddress = { host: string; port: number; password?: string; database?: string };

export type MailServerOptions = {
  /** The name in greetings, in the MX records and in the certificate. Also the domain of rewritten senders (SRS). */
  hostname: string;
  /** The address on which the servers listen; undefined for all. */
  address?: string;
  ports: MailPorts;
  internalPorts: InternalPorts;
  folders: {
    configuration: string;
    /** The queue, and what the servers keep. */
    state: string;
    /** Sockets. A socket's path has at most 107 characters. */
    run: string;
    logs: string;
    mailboxes: string;
    /** The DKIM keys and maps that the agent writes. */
    keys: string;
  };
  /** The role that sees only the views of the mail servers. */
  database: DatabaseAddress;
  tls: { certificateFile: string; keyFile: string };
  /** The host that takes all outgoing mail; undefined for the MX hosts of the recipients. */
  relay?: { host: string; port: number };
  /** The resolvers of the spam filter; undefined to leave out its DNS checks. */
  nameservers?: string[];
  /** Stores what the spam filter has learned from mail that people move into and out of Junk; undefined: no learning. */
  redis?: RedisAddress;
  /** Receives mail to postmaster and abuse at `hostname`; undefined: it is stored in the folder `postmaster` of the state. */
  operatorAddress?: string;
  /** The user and group that own the mailboxes. */
  mailUser: { name: string; uid: number; gid: number };
  limits: {
    messageBytes: number;
    /** Between the attempts to deliver a message that waits. */
    retrySeconds: number;
    /** Sign-in attempts per minute and address over submission. */
    authAttemptsPerMinute: number;
    /** How long a refused sign-in waits for its answer. Repeated ones wait longer. */
    authFailureSeconds: number;
  };
  /** A spam filter that starts within seconds, and accepts Rspamd's test texts, which make a message spam. */
  isSandbox?: boolean;
};

/** A file of the configuration, with a path below the configuration folder. */
export type ConfigurationFile = {
  path: string;
  text: string;
  /** The group that may read it. Without one, everyone may. */
  group?: "postfix" | "dovecot" | "postsrsd" | "_rspamd";
  isProgram?: boolean;
};
