import type { MailServerOptions } from "../../options.ts";

/**
 * DMARC (RFC 9989) in place of Rspamd's module, which follows the RFC before it, knows no hosted domains, and trusts any
 * sealer of a chain. Its symbols are those of the module, for scores and the header Authentication-Results.
 */
export const dmarcRule = ({ folders, nameservers }: MailServerOptions): string => `
local nameservers = ${luaList(nameservers)}

-- The sealers that the operator trusts, one a line.
local trusted_sealers = {}
rspamd_config:add_map{
  url = "${folders.configuration}/rspamd/trusted-sealers.map",
  type = "callback",
  description = "trusted ARC sealers",
  callback = function(text)
    local read = {}
    for line in string.gmatch(tostring(text), "[^\\r\\n]+") do
      local domain = string.match(line, "^%s*([^#%s]+)")
      if domain then
        table.insert(read, string.lower(domain))
      end
    end
    trusted_sealers = read
  end,
}

local function values_of(task, name)
  local values = {}
  for _, header in ipairs(task:get_header_full(name) or {}) do
    table.insert(values, header.value or "")
  end
  return values
end

-- Also a header with a space before its colon, which some mail programs show.
local function from_values(task)
  local values = values_of(task, "From")
  local lines = "\\n" .. tostring(task:get_raw_headers() or "")
  local _, spaced = string.gsub(lines, "\\n[Ff][Rr][Oo][Mm][ \\t]+:", "")
  for _ = 1, spaced do
    table.insert(values, "")
  end
  return values
end

-- Rspamd can't read an envelope sender with letters beyond ASCII (RFC 6531). Its SPF check then is about the author's
-- domain: a client that may send for that could have named it as the sender.
rspamd_config:register_symbol{
  name = "ZONEPOST_SENDER_LETTERS",
  type = "prefilter",
  priority = 10,
  callback = function(task)
    local from = task:get_from("smtp")
    local values = values_of(task, "From")
    local has_sender = from and from[1] and from[1].domain and from[1].domain ~= ""
    if task:get_user() or has_sender or #values ~= 1 or not string.find(values[1], "[^%g%s]") then
      return
    end
    ask(task, "/author-domain", { from = values }, function(code, answer)
      if code == 200 and answer then
        local sender = { user = "postmaster", domain = answer.domain, addr = "postmaster@" .. answer.domain }
        task:set_from("smtp", sender)
      end
    end)
  end,
}

local function spf_of(task)
  local from = task:get_from("smtp")
  local domain = from and from[1] and from[1].domain
  if not domain or domain == "" then
    domain = task:get_helo() or ""
  end
  local result = "fail"
  if task:has_symbol("R_SPF_ALLOW") then
    result = "pass"
  elseif task:has_symbol("R_SPF_DNSFAIL") then
    result = "unknown"
  end
  return { domain = string.lower(domain), result = result }
end

local function dkim_of(task)
  local results = { ["+"] = "pass", ["?"] = "unknown" }
  local list = {}
  local trace = task:get_symbol("DKIM_TRACE")
  for _, option in ipairs(trace and trace[1].options or {}) do
    local domain, result = string.match(option, "^(.+):(.)$")
    if domain then
      table.insert(list, { domain = string.lower(domain), result = results[result] or "fail" })
    end
  end
  return list
end

local id = rspamd_config:register_symbol{
  name = "DMARC_CHECK",
  type = "callback",
  callback = function(task)
    if task:get_user() or hop_of(task) then
      return
    end
    local ip = task:get_from_ip()
    local question = {
      from = from_values(task),
      client = ip and ip:is_valid() and tostring(ip) or nil,
      spf = spf_of(task),
      dkim = dkim_of(task),
      trustedSealers = trusted_sealers,
      nameservers = nameservers,
    }
    if task:has_symbol("ARC_ALLOW") then
      question.chain = {
        seals = values_of(task, "ARC-Seal"),
        results = values_of(task, "ARC-Authentication-Results"),
      }
    end
    ask(task, "/authors", question, function(code, answer)
      if code ~= 200 or not answer then
        return defer(task)
      end
      task:insert_result(answer.symbol, 1.0, answer.options)
      if answer.action == "refuse" then
        refuse(task, answer.message)
      elseif answer.action == "defer" then
        task:set_pre_result{ action = "soft reject", message = answer.message, module = module_name }
      elseif answer.action == "junk" then
        task:set_pre_result("add header", answer.message, module_name, nil, nil, "least")
      end
    end)
  end,
}
for _, symbol in ipairs({
  "DMARC_POLICY_ALLOW", "DMARC_POLICY_REJECT", "DMARC_POLICY_QUARANTINE", "DMARC_POLICY_SOFTFAIL",
  "DMARC_NA", "DMARC_DNSFAIL",
  -- The whitelist of known senders waits for it.
  "DMARC_CALLBACK",
}) do
  rspamd_config:register_symbol{ name = symbol, type = "virtual", parent = id }
end
-- By this name, the module whitelist waits for it.
rspamd_config:register_symbol{ name = "DMARC_CALLBACK", type = "virtual", parent = id }
for _, symbol in ipairs({ "SPF_CHECK", "DKIM_CHECK", "ARC_CHECK" }) do
  rspamd_config:register_dependency("DMARC_CHECK", symbol)
end`;

const luaList = (values: readonly string[]): string =>
  `{ ${values.map((value) => JSON.stringify(value)).join(", ")} }`;
