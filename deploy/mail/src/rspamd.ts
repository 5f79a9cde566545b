import type { ConfigurationFile, MailServerOptions } from "./options.ts";
import { rspamdRules } from "./rspamd-rules.ts";

/** Modules that query DNS, or services that we don't run. */
const dnsModules = [
  "asn",
  "dmarc",
  "mx_check",
  "rbl",
  "spf",
  "surbl",
  "phishing",
  "whitelist",
  "mid",
  "once_received",
  "hfilter",
];
const unusedModules = ["fuzzy_check", "arc", "bimi", "rspamd_update", "url_redirector"];

export function rspamdFiles(options: MailServerOptions): ConfigurationFile[] {
  const { folders, nameservers, isSandbox } = options;
  const disabled = [...unusedModules, ...(nameservers ? [] : dnsModules)];
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
modules {
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
# Watches the maps; nothing connects to it.
worker "controller" {
  bind_socket = "$RUNDIR/controller.sock mode=0600";
  count = 1;
}
worker "rspamd_proxy" {
  bind_socket = "$RUNDIR/milter.sock mode=0666";
  milter = yes;
  timeout = 60s;
  count = 2;
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
${nameservers ? `dns { nameserver = ${JSON.stringify(nameservers)}; timeout = 1s; retransmits = 2; }` : 'dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; }'}
${isSandbox ? `enable_test_patterns = true;\nurl_tld = "${folders.configuration}/rspamd/tlds";\n` : ""}`,
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
      "milter_headers.conf",
      'use = ["x-spam-status", "authentication-results"];\nauthenticated_headers = [];\n',
    ),
    // Compiling the whole list of public suffixes takes 15 s at the first start.
    ...(isSandbox ? [{ path: "rspamd/tlds", text: "com\nnet\norg\ndev\nio\neu\nde\ntest\nexample\n" }] : []),
    ...disabled.map((name) => local(`${name}.conf`, "enabled = false;\n")),
    { path: "rspamd/rspamd.local.lua", text: rspamdRules(options) },
  ];
}
