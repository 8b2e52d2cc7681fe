/** Reserves the docked drawer's space while its code loads, so that the cards are laid out once. */
export function DrawerPlaceholder() {
  return <div aria-hidden className="hidden w-120 shrink-0 min-[1400px]:block" />
}
