import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { domainProblem } from '#domain/domains/domain-name.ts'
import { fieldError } from '#server/platform/errors.ts'

/**
 * Reads a domain that a person typed. @returns the form that DNS uses
 *
 * @throws {AppError} invalid, with what to enter instead
 */
export function parseDomain(text: string): string {
  const typed = text.trim().toLowerCase().replace(/\.$/, '')
  if (typed.includes('*')) throw invalid('Enter each domain by itself, without *')
  if (/[\s/\\:@?#%[\]]/.test(typed))
    throw invalid('Enter only the domain, without https://, port or path, such as app.example.com')
  const ascii = URL.parse(`http://${typed}`)?.hostname ?? ''
  if (isIP(ascii)) throw invalid('Enter a domain, not an IP address')
  const problem = domainProblem({ ascii, unicode: domainToUnicode(ascii) })
  if (problem) throw invalid(problem)
  return ascii
}

const invalid = (message: string) => fieldError('invalid', 'domain', message)
