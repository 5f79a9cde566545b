/** Probable spam isn't forwarded. Where no mailbox could keep it, it is refused. */
export const spamRule = `
rspamd_config:register_symbol{
  name = "ZONEPOST_SPAM",
  type = "postfilter",
  callback = function(task)
    local action = task:get_metric_action()
    if task:get_user() or hop_of(task) or (action ~= "add header" and action ~= "rewrite subject") then
      return
    end
    local recipients = {}
    for _, recipient in ipairs(task:get_recipients("smtp") or {}) do
      table.insert(recipients, recipient.addr)
    end
    if #recipients == 0 then
      return
    end
    ask(task, "/spam", { recipients = recipients }, function(code)
      if code == 403 then
        refuse(task, "This looks like spam, which is not forwarded")
      end
    end)
  end,
}`;
