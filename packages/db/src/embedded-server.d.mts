export type EmbeddedServerOptions = {
  /** Folder of this server alone: the cluster, its password (0600) and its log lie in it. Made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; 0 (the default) takes a free one. An adopted server keeps its own. */
  port?: number;
  /** Settings of postgresql.conf that differ from ours, such as `{ fsync: "off" }`. */
  settings?: Record<string, string>;
  /** Receives a line when something takes long. */
  log?: (line: string) => void;
  /** Gives up the start, and ends what was started. */
  signal?: AbortSignal;
};

export type EmbeddedServer = {
  /** Of the database `zonepost`, as its owner, who may create further databases. */
  url: string;
  port: number;
  pid: number;
  /** True when a server that was left running was taken over instead of a new one started. */
  adopted: boolean;
  /** Resolves when the server's process has ended, for whatever reason. */
  exited: Promise<void>;
  /** Fast shutdown; after `graceMs` (5000) at once. Safe to call twice. */
  stop(options?: { graceMs?: number }): Promise<void>;
};

/**
 * Starts the PostgreSQL of a folder, or adopts the one that a killed supervisor left running on it.
 * Rejects with an OperatorError, whose `publicMessage` says in one line what is wrong.
 */
export function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer>;

/** Ends the server that runs on a folder's cluster, if one does, without care for what it was doing. */
export function stopLeftBehind(options: { dataDir: string }): Promise<void>;
