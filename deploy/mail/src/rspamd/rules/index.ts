import type { MailServerOptions } from "../../options.ts";
import { dmarcRule } from "./dmarc.ts";
import { fromRules } from "./from.ts";
import { largeTextRule } from "./large-text.ts";
import { outsideSenderRule } from "./outside-sender.ts";

/** Rules in Lua that need the signed-in user, the client's address or the header, which Postfix doesn't combine. */
export const rspamdRules = (options: MailServerOptions): string =>
  [
    prelude(options),
    ...[fromRules, outsideSenderRule(options), dmarcRule(options), largeTextRule].map(
      (rule) => `do\n${rule}\nend\n`,
    ),
  ].join("\n");

/** For the rules, each of which is a block with locals of its own. */
const prelude = ({ internalPorts }: MailServerOptions) => `local rspamd_http = require "rspamd_http"

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
      callback(code, body)
    end,
  }
end`;
