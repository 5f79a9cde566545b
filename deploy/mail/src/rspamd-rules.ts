import type { MailServerOptions } from "./options.ts";

/** Rules in Lua that need the signed-in user, the client's address or the header, which Postfix doesn't combine. */
export const rspamdRules = ({ internalPorts, folders }: MailServerOptions): string => `
local rspamd_http = require "rspamd_http"
local rspamd_util = require "rspamd_util"
local rspamd_ip = require "rspamd_ip"

local lookup_url = "http://127.0.0.1:${internalPorts.senderLookup}/may-send"
local module_name = "zonepost"

local function refuse(task, message)
  task:set_pre_result{ action = "reject", message = message, module = module_name }
end

local function defer(task)
  task:set_pre_result{ action = "soft reject", message = "Try again later", module = module_name }
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
end

-- Header From belongs to the signed-in user: the same addresses that Postfix accepts as envelope sender.
rspamd_config:register_symbol{
  name = "ZONEPOST_FROM",
  type = "prefilter",
  priority = 10,
  callback = function(task)
    local login = task:get_user()
    if not login then
      return
    end
    local from = task:get_header_full("From") or {}
    local addresses = header_addresses(task)
    if #from ~= 1 or not addresses then
      return refuse(task, "The message needs one From header with an address of yours")
    end
    rspamd_http.request{
      task = task,
      url = lookup_url,
      method = "post",
      mime_type = "application/json",
      body = require("ucl").to_format({ login = login, addresses = addresses }, "json-compact"),
      timeout = 5,
      callback = function(err, code)
        if err or (code ~= 200 and code ~= 403) then
          return defer(task)
        end
        if code == 403 then
          refuse(task, "The From header has an address that isn't yours")
        end
      end,
    }
  end,
}

-- Nothing of ours leaves unsigned: in the second before the key of a new domain is loaded, mail is deferred.
rspamd_config:register_symbol{
  name = "ZONEPOST_SIGNED",
  type = "postfilter",
  callback = function(task)
    if task:get_user() and not task:has_symbol("DKIM_SIGNED") and task:get_metric_action() ~= "reject" then
      task:set_pre_result{
        action = "soft reject",
        message = "The signing key is not loaded yet, try again later",
        module = module_name,
      }
    end
  end,
}

-- Lines of "domain network", where a hosted domain is used as sender by hosts elsewhere.
local exceptions = {}
rspamd_config:add_map{
  url = "${folders.keys}/sender-exceptions.map",
  type = "callback",
  description = "networks that may send with hosted domains",
  callback = function(text)
    local read = {}
    for domain, network in string.gmatch(tostring(text), "(%S+)%s+(%S+)") do
      read[domain] = read[domain] or {}
      table.insert(read[domain], network)
    end
    exceptions = read
  end,
}

local function contains(network, ip)
  local address, bits = string.match(network, "^([^/]+)/(%d+)$")
  local base = rspamd_ip.from_string(address or network)
  if not base or not base:is_valid() or base:get_version() ~= ip:get_version() then
    return false
  end
  bits = tonumber(bits) or (base:get_version() == 4 and 32 or 128)
  return tostring(ip:apply_mask(bits)) == tostring(base:apply_mask(bits))
end

rspamd_config:register_symbol{
  name = "ZONEPOST_OUTSIDE_SENDER",
  type = "prefilter",
  priority = 10,
  callback = function(task)
    if task:get_user() then
      return
    end
    local ip = task:get_from_ip()
    local from = task:get_from("smtp")
    local networks = from and from[1] and exceptions[string.lower(from[1].domain or "")]
    if not networks then
      return
    end
    for _, network in ipairs(networks) do
      if ip and ip:is_valid() and contains(network, ip) then
        return
      end
    end
    refuse(task, "Sign in to send from this address")
  end,
}
`;
