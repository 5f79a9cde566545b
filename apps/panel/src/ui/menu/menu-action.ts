import type { ComponentType } from "react";

export type MenuAction = {
  label: string;
  icon?: ComponentType<{ size?: number }>;
  onClick: () => void;
  /** Stands apart, below a line. */
  isDangerous?: boolean;
};
