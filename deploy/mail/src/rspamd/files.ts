import { availableParallelism } from "node:os";
import type { ConfigurationFile, MailServerOptions, RedisAddress } from "../options.ts";
import { rspamdRules } from "./rules/index.ts";

/** Modules that query names or services beyond those of the sandbox. */
const outsideModules = [
  "asn",
  "mx_check",
  "rbl",
  "surbl",
  "phishing",
  "whitelist",
  "mid",
  "once_received",
  "hfilter",
];
const unusedModules = ["dmarc", "fuzzy_check", "bimi", "rspamd_update", "url_redirector"];

export function rspamdFiles(options: MailServerOptions): ConfigurationFile[] {
  const { hostname, folders, nameservers, redis, mailUser, isSandbox, trustedSealers = [] } = options;
  const disabled = [...unusedModules, ...(isSandbox ? outsideModules : [])];
  const local = (name: string, text: string) => ({ path: `rspamd/local.d/${name}`, text });
  return [
    {
      path: "rspamd/rspamd.conf",
      text: `lua = "$RULESDIR/rspamd.lua"
.include "$CONFDIR/metrics.conf"
.include "$CONFDIR/actions.conf"
.include "$CONFDIR/groups.conf"
.include "$CONFDIR/composites.conf"
.include "$CONFDIR/modules.conf"
.include "$CONFDIR/settings.conf"
${redis ? '.include "$CONFDIR/statistic.conf"\n' : ""}modules {
  path = "$PLUGINSDIR";
  fallback_path = "$SHAREDIR/lua";
}
options {
  pidfile = "$RUNDIR/rspamd.pid";
  .include "$CONFDIR/options.inc"
  .include(priority=1,duplicate=merge) "$LOCAL_CONFDIR/local.d/options.inc"
}
logging {
  type = "file";
  filename = "${folders.logs}/rspamd.log";
  level = "notice";
  .include "$CONFDIR/logging.inc"
  .include(priority=1,duplicate=merge) "$LOCAL_CONFDIR/local.d/logging.inc"
}
# Watches the maps, and learns from the messages that Dovecot passes to it.
worker "controller" {
  bind_socket = "$RUNDIR/controller.sock mode=0600 owner=${mailUser.name}";
  count = 1;
}
worker "rspamd_proxy" {
  bind_socket = "$RUNDIR/milter.sock mode=0666";
  milter = yes;
  timeout = 60s;
  count = ${Math.max(2, availableParallelism())};
  reject_message = "Spam message rejected";
  upstream "local" {
    default = yes;
    self_scan = yes;
  }
}
`,
    },
    local(
      "options.inc",
      `# The agent's files are looked at each second, maps of other hosts every five minutes.
map_watch_interval = 300s;
map_file_watch_multiplier = 0.00334;
hs_cache_dir = "$DBDIR/hyperscan";
dns { nameserver = ${JSON.stringify(nameservers)}; timeout = 1s; retransmits = 2; }
${isSandbox ? `check_local = true;\nurl_tld = "${folders.configuration}/rspamd/tlds";\n` : ""}`,
    ),
    local("logging.inc", 'level = "notice";\n'),
    local(
      "dkim_signing.conf",
      `selector_map = "${folders.keys}/selectors.map";
path = "${folders.keys}/$domain.$selector.key";
try_fallback = false;
use_domain = "header";
use_esld = false;
sign_authenticated = true;
sign_local = false;
allow_username_mismatch = true;
# The rule for From has accepted it: an alias may have another domain than the envelope sender.
allow_hdrfrom_mismatch = true;
allow_hdrfrom_multiple = false;
allow_envfrom_empty = true;
check_pubkey = false;
`,
    ),
    local(
      "arc.conf",
      `# Seals the copies that are forwarded, with what our own check found when they came in.
sign_authenticated = false;
sign_local = false;
sign_networks = ["127.0.0.1/32"];
use_domain_custom = "return function(task) return task:get_mempool():get_variable('zonepost_sealing_domain') end";
selector_map = "${folders.keys}/selectors.map";
path = "${folders.keys}/$domain.$selector.key";
try_fallback = false;
use_esld = false;
reuse_auth_results = true;
allow_username_mismatch = true;
allow_hdrfrom_mismatch = true;
allow_hdrfrom_multiple = true;
allow_envfrom_empty = true;
check_pubkey = false;
`,
    ),
    // What is on its way inside the host was checked when it came in.
    local(
      "settings.conf",
      `forward {
  priority = high;
  request_header = { "MTA-Name" = "^forward\\\\.${hostname.replaceAll(".", "\\\\.")}$"; }
  apply { symbols_enabled = ["ZONEPOST_FORWARD", "ARC_CHECK", "ARC_ALLOW", "ARC_REJECT", "ARC_INVALID", "ARC_DNSFAIL", "ARC_NA", "ARC_SIGNED"]; }
}
sieve {
  priority = high;
  request_header = { "MTA-Name" = "^sieve\\\\.${hostname.replaceAll(".", "\\\\.")}$"; }
  apply { symbols_disabled = ["SPF_CHECK", "DMARC_CHECK"]; }
}
`,
    ),
    local(
      "milter_headers.conf",
      `use = ["x-spam-status", "authentication-results"];
authenticated_headers = [];
${isSandbox ? "skip_local = false;\n" : ""}`,
    ),
    // RFC 6532 allows letters beyond ASCII in a header.
    local("headers_group.conf", 'symbols { "INVALID_FROM_8BIT" { weight = 0.0; } }\n'),
    // Compiling the whole list of public suffixes takes 15 s at the first start.
    ...(isSandbox ? [{ path: "rspamd/tlds", text: "com\nnet\norg\ndev\nio\neu\nde\ntest\nexample\n" }] : []),
    // Records of the sandbox change, and an answer counts for a second.
    ...(isSandbox ? [local("spf.conf", "min_cache_ttl = 1s;\n")] : []),
    // Of each part. More text would hold a scanner up for seconds.
    local("regexp.conf", "max_size = 256k;\n"),
    ...(redis ? [bayesFile(redis, isSandbox)] : []),
    ...disabled.map((name) => local(`${name}.conf`, "enabled = false;\n")),
    { path: "rspamd/trusted-sealers.map", text: trustedSealers.map((domain) => `${domain}\n`).join("") },
    { path: "rspamd/rspamd.local.lua", text: rspamdRules(options) },
  ];
}

/**
 * The address is in the classifier's own file, because a global one would turn on other modules, greylisting among them.
 * Without autolearning, a filter whose ham comes only from Junk would need years for its first 200 messages.
 */
const bayesFile = (
  { host, port, password, database }: RedisAddress,
  isSandbox: boolean | undefined,
): ConfigurationFile => ({
  path: "rspamd/local.d/classifier-bayes.conf",
  group: "_rspamd",
  text: `servers = ${JSON.stringify(`${host.includes(":") ? `[${host}]` : host}:${port}`)};
${password ? `password = ${JSON.stringify(password)};\n` : ""}${database ? `db = ${JSON.stringify(database)};\n` : ""}# What isn't seen for 90 days is forgotten.
expire = 7776000;
${
  isSandbox
    ? "# Two messages of each kind are enough to see it work.\nmin_learns = 2;\n"
    : `autolearn {
  spam_threshold = 6.0;
  junk_threshold = 4.0;
  ham_threshold = -0.5;
  check_balance = true;
  min_balance = 0.9;
}
`
}`,
});
