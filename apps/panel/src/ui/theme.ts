import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

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

/** What lies above a page stands out from it by a border, in the dark too. */
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
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
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
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45 }, styles: layer } },
    Spotlight: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 0 }, styles: layer, radius: "lg" },
    },
    // A menu may hold nothing but its items; the first of them takes the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
    Anchor: { defaultProps: { underline: "hover" } },
  },
});

/** Our own tones; every text tone has at least 4.5 : 1 on the surfaces it stands on. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fbfbfc",
    "--mantine-color-dimmed": "#5a606c",
    "--mantine-color-placeholder": "#6b7280",
    "--mantine-color-anchor": "#3450c4",
    "--mantine-color-error": "#b42424",
    "--zp-surface": "#ffffff",
    "--zp-surface-quiet": "#f3f4f6",
    "--zp-border": "#e4e6ea",
    "--zp-border-strong": "#cfd3da",
    "--zp-good": "#1a7a48",
    "--zp-warn": "#925400",
    "--zp-bad": "#b42424",
    "--zp-info": "#3450c4",
    "--zp-good-fill": "#2f9e66",
    "--zp-warn-fill": "#d98a1c",
    "--zp-bad-fill": "#d64545",
    "--zp-accent-quiet": "#eef2ff",
  },
  dark: {
    "--mantine-color-body": "#121317",
    "--mantine-color-dimmed": "#9ca1ae",
    "--mantine-color-placeholder": "#8a909d",
    "--mantine-color-anchor": "#97aefd",
    "--mantine-color-error": "#ff8f8f",
    "--zp-surface": "#18191e",
    "--zp-surface-quiet": "#202127",
    "--zp-border": "#2a2c33",
    "--zp-border-strong": "#3f424c",
    "--zp-good": "#5fcf98",
    "--zp-warn": "#efb558",
    "--zp-bad": "#ff8f8f",
    "--zp-info": "#97aefd",
    "--zp-good-fill": "#35a870",
    "--zp-warn-fill": "#d3912f",
    "--zp-bad-fill": "#dc5a5a",
    "--zp-accent-quiet": "#1f2542",
  },
});
