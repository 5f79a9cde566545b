export const fromRules = `-- The key to sign with is found by the domain's A-labels, in which the header may not have it.
local function sign_as_stored(task, answer)
  local from = task:get_from("mime")
  if from and from[1] and string.find(from[1].domain or "", "[^%g]") and answer then
    from[1].domain = answer.domain
    from[1].addr = (from[1].user or "") .. "@" .. from[1].domain
    task:set_from("mime", from[1])
  end
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
    ask(task, "/may-send", { login = login, addresses = addresses }, function(code, answer)
      if code ~= 200 then
        return refuse(task, "The From header has an address that isn't yours")
      end
      sign_as_stored(task, answer)
    end)
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
}`;
