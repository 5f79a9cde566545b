/**
 * The sandbox's texts that make a message spam, which are Rspamd's. Its own check of them would end all other rules, so
 * that nothing else could be tried with them.
 */
export const testTextRule = `
local test_text = "JS%*C4JDBQADN1%.NSBN3%*2IDNEN%*GTUBE%-STANDARD%-ANTI%-UBE%-TEST%-EMAIL%*C%.34X"

rspamd_config:register_symbol{
  name = "ZONEPOST_TEST_TEXT",
  type = "prefilter",
  priority = 5,
  callback = function(task)
    local first = not hop_of(task) and string.match(tostring(task:get_content()), "(%u)" .. test_text)
    if first == "X" then
      refuse(task, "Spam message rejected")
    elseif first == "Y" then
      task:set_pre_result("add header", "the sandbox's test text", module_name, nil, nil, "least")
    end
  end,
}`;
