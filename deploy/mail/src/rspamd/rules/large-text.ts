/**
 * The rules that look at each word need seconds for a megabyte, in which a scanner does nothing else. A message with more
 * text is only checked for its sender, its links and its signatures.
 */
export const largeTextRule = `local max_text_bytes = 1024 * 1024

local kept = {
  "^ZONEPOST_", "^SPF_CHECK$", "^R_SPF_", "^DKIM_", "^R_DKIM_", "^ARC_", "^DMARC_", "^RBL_", "^SURBL_", "^DBL_",
  "^GTUBE", "^MIME_TYPES_CALLBACK$", "^ASN", "^MILTER_HEADERS$",
}
local function is_kept(name)
  for _, pattern in ipairs(kept) do
    if string.match(name, pattern) then
      return true
    end
  end
  return false
end

local skipped = {}
rspamd_config:add_post_init(function(config)
  for name in pairs(config:get_symbols()) do
    if not is_kept(name) then
      table.insert(skipped, name)
    end
  end
end)

rspamd_config:register_symbol{
  name = "ZONEPOST_LARGE_TEXT",
  type = "prefilter",
  priority = 9,
  callback = function(task)
    local bytes = 0
    for _, part in ipairs(task:get_text_parts() or {}) do
      bytes = bytes + part:get_length()
    end
    if bytes > max_text_bytes then
      for _, name in ipairs(skipped) do
        task:disable_symbol(name)
      end
      return true, tostring(bytes)
    end
  end,
}`;
