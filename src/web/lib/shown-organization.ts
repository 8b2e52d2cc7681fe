/**
 * The organization whose data this page shows; null before it is known. Every request names it, so that the answer is never
 * about another organization, to which the session may have switched in another tab.
 */
let shownOrganization: string | null = null
let onMismatch = () => {}

export const shownOrganizationId = (): string | null => shownOrganization

export function setShownOrganization(organizationId: string | null): void {
  shownOrganization = organizationId
}

/** Calls `listener` for each request refused because the session works in another organization by now. */
export function onOrganizationMismatch(listener: () => void): void {
  onMismatch = listener
}

export function reportOrganizationMismatch(): void {
  onMismatch()
}
