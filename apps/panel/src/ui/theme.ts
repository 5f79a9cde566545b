import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { ButtonElement } from "./focus/button-element.tsx";

const accent: MantineColorsTuple = [
  "#eef2ff",
  "#dfe6ff",
  "#bccbfe",
  "#97aefd",
  "#7f99fb",
  "#5e7bf2",
  "#3f5fe0",
  "#3450c4",
  "#2c43a3",
  "#263a87",
];

const dark: MantineColorsTuple = [
  "#e8e9ed",
  "#c4c7d0",
  "#9ca1ae",
  "#747a88",
  "#3b3e47",
  "#2a2c33",
  "#1c1d22",
  "#121317",
  "#0d0e11",
  "#08090b",
];

/** Mantine's headers of overlays are `header` elements, which would be further banners of the page. */
const noBanner = { defaultProps: { role: "presentation" } };

/** Overlays get a border, so that they are distinct from the page in the dark theme too. */
const layer = {
  content: { background: "var(--zp-surface)", border: "1px solid var(--zp-border)" },
  header: { background: "var(--zp-surface)" },
  title: { fontWeight: 600 },
};

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: "accent",
  primaryShade: 6,
  black: "#17191e",
  fontFamily: "var(--zp-font)",
  fontFamilyMonospace: "var(--zp-font-mono)",
  headings: { fontWeight: "600" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        styles: layer,
        radius: "lg",
      },
    },
    ModalHeader: noBanner,
    DrawerHeader: noBanner,
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45 }, styles: layer } },
    Spotlight: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 0 }, styles: layer, radius: "lg" },
    },
    UnstyledButton: { defaultProps: { component: ButtonElement } },
    // A menu may only contain its items, so the first of them takes the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
    Anchor: { defaultProps: { underline: "hover" } },
  },
});

/** Mantine's own names for the tones of tones.css. */
const tones = {
  "--mantine-color-body": "var(--zp-body)",
  "--mantine-color-dimmed": "var(--zp-dimmed)",
  "--mantine-color-placeholder": "var(--zp-placeholder)",
  "--mantine-color-anchor": "var(--zp-link)",
  "--mantine-color-error": "var(--zp-bad)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tones, dark: tones });
