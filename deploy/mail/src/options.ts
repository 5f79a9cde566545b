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
  /** Takes copies for other hosts back in, to seal them and to rewrite their envelope sender. */
  forwarding: number;
  /** Takes what a mailbox's Sieve script sends. */
  sieveOut: number;
  /** Answers Postfix: where a bounce to a rewritten sender goes. */
  returnPaths: number;
  /** Answers Rspamd and Dovecot over HTTP, such as which addresses a login may use as sender. */
  lookups: number;
  /** Answers Postfix: whether a recipient is accepted. */
  recipientPolicy: number;
  /** Takes the messages of signed-in sessions from Dovecot. */
  submissionBackend: number;
  /** Dovecot's ManageSieve, behind the check of the lookups service. */
  manageSieve: number;
  /** Answers Postfix: how mail to a domain must be encrypted. */
  tlsPolicy: number;
};

export type DatabaseAddress = {
  host: string;
  port: number;
  name: string;
  user: string;
  password: string;
  /** Such as `verify-full` for a database on another machine. */
  sslMode?: "disable" | "require" | "verify-full";
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
  /** The resolvers of the spam filter, as `address` or `address:port`. */
  nameservers: string[];
  /** Mailing lists and forwarders whose ARC seals are believed, by domain. */
  trustedSealers?: string[];
  /** Stores what the spam filter has learned from mail that people move into and out of Junk; undefined: no learning. */
  redis?: RedisAddress;
  /** Receives mail to postmaster and abuse at `hostname`; undefined: it is stored in the folder `postmaster` of the state. */
  operatorAddress?: string;
  /** The user and group that own the mailboxes. */
  mailUser: { name: string; uid: number; gid: number };
  limits: {
    messageBytes: number;
    /** Connections of one address to port 25 at a time, of the hundred that the server has. */
    connectionsPerClient: number;
    /** Between the attempts to deliver a message that waits. */
    retrySeconds: number;
    /** How long a refused sign-in waits for its answer. */
    authFailureSeconds: number;
  };
  /**
   * A spam filter that starts within seconds, asks no blocklists, checks senders on loopback as well, and accepts Rspamd's
   * test texts, which make a message spam.
   */
  isSandbox?: boolean;
};

/** A file of the configuration, with a path below the configuration folder. */
export type ConfigurationFile = {
  path: string;
  text: string;
  /** The group that may read it. Without one, everyone may. */
  group?: "postfix" | "dovecot" | "_rspamd";
  isProgram?: boolean;
};
