import { describe, expect, it } from "vitest";
import { toAscii } from "./to-ascii.ts";

describe("the ASCII form of a text", () => {
  it.each([
    ["German", "Jürgen Groß, Öhringer Straße 5", "Juergen Gross, Oehringer Strasse 5"],
    ["German, with separate diacritics", "Ju\u0308rgen", "Juergen"],
    ["French", "Hélène Œuvrard-Ça", "Helene Oeuvrard-Ca"],
    ["Danish and Icelandic", "Søren Ægisson Þór Åberg", "Soren Aegisson Thor Aberg"],
    ["Polish", "Wałęsa, Łódź, ul. Żółta", "Walesa, Lodz, ul. Zolta"],
    ["Turkish", "İbrahim Işık, Şişli", "Ibrahim Isik, Sisli"],
    ["Cyrillic", "Юлия Щербакова, Москва", "Yuliya Shcherbakova, Moskva"],
    ["Ukrainian", "Київ, Ґалаґан", "Kiiv, Galagan"],
    ["Greek", "Ελένη Παπαδοπούλου", "Eleni Papadopoyloy"],
    ["Japanese", "山田 タロウ", "Shan Tian tarou"],
    ["Chinese", "王小明", "Wang Xiao Ming"],
    ["Korean", "김민준", "GimMinJun"],
    ["Arabic", "محمد صلاح", "mhmd slh"],
    ["Hebrew", "דוד כהן", "dvd khhn"],
    ["Thai", "ไทย", "aithy"],
    ["wide digits", "１０００１", "10001"],
    ["typographic marks", "O’Brien – “Haus”", `O'Brien - "Haus"`],
    ["unchanged ASCII", "Dana Meier (#4)", "Dana Meier (#4)"],
  ])("of %s", (_, text, ascii) => {
    expect(toAscii(text)).toBe(ascii);
    expect(toAscii(text)).toMatch(/^[\x20-\x7e]+$/);
  });

  it("stays within the registry's limit, even if one letter becomes several", () => {
    expect(toAscii("Щ".repeat(255))).toHaveLength(255);
    expect(toAscii("１０００１ Щ", 8)).toBe("10001 Sh");
    expect(toAscii("ab".repeat(8), 3)).toBe("aba");
  });

  it("is never empty", () => {
    expect(toAscii("\ue000")).toBe("?");
  });
});
