import type { MailServerOptions } from "../../options.ts";
import { hopNames } from "../../postfix/hop-names.ts";

/** What a mailbox's Sieve script sends: automatic replies are the account's messages, redirected ones are forwarded. */
export const sieveRule = ({ hostname }: MailServerOptions): string => `
-- Dovecot writes these two headers first. A reply's own text comes after the headers that Dovecot writes.
local function is_redirect(task)
  local headers = "\\n" .. string.lower(tostring(task:get_raw_headers() or ""))
  return string.match(headers, "\\nx%-sieve:[^\\n]*\\n([^:]*):") == "x-sieve-redirected-from"
end

rspamd_config:register_symbol{
  name = "ZONEPOST_SIEVE",
  type = "prefilter",
  priority = 20,
  callback = function(task)
    if hop_of(task) ~= "${hopNames(hostname).sieve}" then
      return
    end
    local recipient = task:get_recipients("smtp")[1].addr
    local redirects = is_redirect(task)
    local from = task:get_header_full("From") or {}
    local addresses = not redirects and #from == 1 and header_addresses(task) or {}
    local question = {
      helo = task:get_helo() or "",
      sender = envelope_sender(task),
      recipients = { recipient },
      isRedirect = redirects,
      addresses = addresses,
    }
    ask(task, "/sieve-message", question, function(code, answer)
      if code ~= 200 then
        return refuse(task, answer and answer.reason or "A rule of this mailbox may not send this")
      end
      if not redirects then
        task:set_user(answer.login)
      elseif answer.recipient ~= recipient then
        task:set_milter_reply{ del_rcpt = { recipient }, add_rcpt = { answer.recipient } }
      end
    end)
  end,
}`;
