export const CHIP =
  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-[13px] font-medium whitespace-nowrap transition-colors max-md:h-11'
export const CHIP_ON = 'border-accent bg-accent/15 text-text'
