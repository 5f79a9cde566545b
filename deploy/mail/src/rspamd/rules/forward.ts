import type { MailServerOptions } from "../../options.ts";
import { hopNames } from "../../postfix/hop-names.ts";

/** Copies for other hosts: whether they leave, with which envelope sender, and sealed by which domain. */
export const forwardRule = ({ hostname }: MailServerOptions): string => `
-- What our own check found when the message came in.
local function is_verified(task)
  local header = (task:get_header_full("Authentication-Results") or {})[1]
  local text = header and string.lower(header.decoded or "") or ""
  -- The header quotes the sender, who may write a result into an address.
  if string.sub(text, 1, ${hostname.length + 1}) ~= "${hostname};" or string.find(envelope_sender(task), '[^%w%.@_+=-]') then
    return false
  end
  for result in string.gmatch(string.gsub(text, "%b()", ""), "[^;]+") do
    if string.match(result, "^%s*spf=pass%f[^%w]") or string.match(result, "^%s*dmarc=pass%f[^%w]") then
      return true
    end
  end
  return false
end

rspamd_config:register_symbol{
  name = "ZONEPOST_FORWARD",
  type = "prefilter",
  priority = 20,
  callback = function(task)
    if hop_of(task) ~= "${hopNames(hostname).forward}" then
      return
    end
    local recipient = task:get_recipients("smtp")[1].addr
    local question = {
      sender = envelope_sender(task),
      recipient = recipient,
      isVerified = is_verified(task),
      isSpam = task:get_header("X-Spam") == "Yes",
    }
    ask(task, "/forward", question, function(code, answer)
      if code ~= 200 then
        return refuse(task, "This copy is not forwarded")
      end
      local changes = { del_rcpt = { recipient }, add_rcpt = { answer.recipient } }
      if answer.domain then
        task:get_mempool():set_variable("zonepost_sealing_domain", answer.domain)
        changes.change_from = answer.sender
      end
      task:set_milter_reply(changes)
    end)
  end,
}`;
