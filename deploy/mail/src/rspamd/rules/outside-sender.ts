import type { MailServerOptions } from "../../options.ts";

export const outsideSenderRule = ({
  folders,
}: MailServerOptions): string => `local rspamd_ip = require "rspamd_ip"

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
    if task:get_user() or hop_of(task) then
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
        -- The domain's owner has listed this network, whether or not its SPF record does.
        task:disable_symbol("SPF_CHECK")
        return
      end
    end
    refuse(task, "Sign in to send from this address")
  end,
}`;
