import type { MailServerOptions } from "../../options.ts";
import { hopNames } from "../../postfix/hop-names.ts";
import { dmarcRule } from "./dmarc.ts";
import { forwardRule } from "./forward.ts";
import { fromRules } from "./from.ts";
import { outsideSenderRule } from "./outside-sender.ts";
import { sieveRule } from "./sieve.ts";
import { spamRule } from "./spam.ts";
import { testTextRule } from "./test-texts.ts";

/** Rules in Lua that need the signed-in user, the client's address or the header, which Postfix doesn't combine. */
export const rspamdRules = (options: MailServerOptions): string =>
  [
    prelude(options),
    ...[
      forwardRule(options),
      sieveRule(options),
      fromRules,
      outsideSenderRule(options),
      dmarcRule(options),
      ...(options.isSandbox ? [testTextRule] : []),
      spamRule,
    ].map((rule) => `do\n${rule}\nend\n`),
  ].join("\n");

/** For the rules, each of which is a block with locals of its own. */
const prelude = ({ hostname, internalPorts }: MailServerOptions) => `local rspamd_http = require "rspamd_http"
local rspamd_util = require "rspamd_util"

local lookups_url = "http://127.0.0.1:${internalPorts.lookups}"
local module_name = "zonepost"

local function refuse(task, message)
  task:set_pre_result{ action = "reject", message = message, module = module_name }
end

local function defer(task)
  task:set_pre_result{ action = "soft reject", message = "Try again later", module = module_name }
end

-- Asks the lookups service. The callback gets the status and the body; without an answer, the message is deferred.
local function ask(task, path, question, callback)
  rspamd_http.request{
    task = task,
    url = lookups_url .. path,
    method = "post",
    mime_type = "application/json",
    body = require("ucl").to_format(question, "json-compact"),
    timeout = 5,
    callback = function(err, code, body)
      if err or code >= 500 then
        return defer(task)
      end
      local parser = require("ucl").parser()
      callback(code, body and #body > 0 and parser:parse_string(tostring(body)) and parser:get_object() or nil)
    end,
  }
end

-- The hop inside the host that a message takes, or nil if it comes from a client.
local hops = { ["${hopNames(hostname).forward}"] = true, ["${hopNames(hostname).sieve}"] = true }
local function hop_of(task)
  local name = tostring(task:get_request_header("MTA-Name") or "")
  return hops[name] and name or nil
end

local function envelope_sender(task)
  local from = task:get_from("smtp")
  return from and from[1] and from[1].addr or ""
end

-- The address of each From and Sender, or nil if one can't be read.
local function header_addresses(task)
  local addresses = {}
  for _, name in ipairs({ "From", "Sender" }) do
    for _, header in ipairs(task:get_header_full(name) or {}) do
      local parsed = rspamd_util.parse_mail_address(header.decoded or "", task:get_mempool()) or {}
      if #parsed == 0 then
        return nil
      end
      for _, address in ipairs(parsed) do
        if not address.user or not address.domain or address.domain == "" then
          return nil
        end
        table.insert(addresses, string.lower(address.user .. "@" .. address.domain))
      end
    end
  end
  return addresses
end`;
