export type Language = 'curl' | 'JavaScript' | 'Python'

/** Reads all contacts page by page, in three languages. The examples run unchanged. */
export function examplesOf(origin: string): readonly { language: Language; code: string }[] {
  return [
    { language: 'curl', code: curl(origin) },
    { language: 'JavaScript', code: javascript(origin) },
    { language: 'Python', code: python(origin) },
  ]
}

/** Shell commands that get a session for a script. */
export function signInExample(origin: string): string {
  return `# 1. Request a link. It arrives by email and works for 15 minutes.
curl '${origin}/api/auth/request-magic-link' \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.com"}'

# 2. Copy the token from the link and exchange it for a session cookie.
curl -c cookies.txt '${origin}/api/auth/verify-magic-link?token=TOKEN'

# 3. For programs other than curl: the session as name=value.
export SESSION=$(awk '$6 ~ /sid$/ { print $6 "=" $7 }' cookies.txt)`
}

function curl(origin: string): string {
  return `# First page of contacts, highest score first; -i also shows the Link header with the next page.
curl -i -b cookies.txt '${origin}/api/contacts?limit=100'

# Add a contact.
curl -b cookies.txt '${origin}/api/contacts' \\
  -H 'Content-Type: application/json' \\
  -d '{"firstName": "Ines", "lastName": "Quigley", "email": "ines@example.com"}'`
}

function javascript(origin: string): string {
  return `// Node 18 or newer. SESSION is the cookie as sent: name=value.
const headers = { cookie: process.env.SESSION }
let url = '${origin}/api/contacts?limit=100'

while (url) {
  const response = await fetch(url, { headers })
  const body = await response.json()
  if (!response.ok) throw new Error(\`\${body.code}: \${body.message} (\${body.requestId})\`)
  for (const { firstName, lastName, nineDScore } of body) {
    console.log(nineDScore ?? '-', firstName, lastName)
  }
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')
  url = next ? new URL(next[1], url).href : null
}`
}

function python(origin: string): string {
  return `# Python 3.9 or newer, without packages. SESSION is the cookie as sent: name=value.
import json, os, re
from urllib.parse import urljoin
from urllib.request import Request, urlopen

url = "${origin}/api/contacts?limit=100"

while url:
    with urlopen(Request(url, headers={"Cookie": os.environ["SESSION"]})) as response:
        for contact in json.load(response):
            print(contact["nineDScore"], contact["firstName"], contact["lastName"])
        found = re.search(r'<([^>]+)>; rel="next"', response.headers.get("Link", ""))
    url = urljoin(url, found[1]) if found else None`
}
