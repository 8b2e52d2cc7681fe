export type Language = 'curl' | 'JavaScript' | 'Python'

/** Reads all contacts page by page, in three languages. The examples run unchanged. */
export function examplesOf(origin: string): readonly { language: Language; code: string }[] {
  return [
    { language: 'curl', code: curl(origin) },
    { language: 'JavaScript', code: javascript(origin) },
    { language: 'Python', code: python(origin) },
  ]
}

/** Shell commands that send a key. */
export function keyExample(origin: string): string {
  return `# Create the key under Settings, API. Keep it out of code and logs.
export API_KEY=nf_key_...

curl '${origin}/api/v1/account' \\
  -H "Authorization: Bearer $API_KEY"`
}

function curl(origin: string): string {
  return `# First page of contacts, oldest first. Send "next" of the answer as the cursor of the next page.
curl '${origin}/api/v1/contacts?limit=100' \\
  -H "Authorization: Bearer $API_KEY"

# Add a contact. A lost answer is safe to ask for again: the same Idempotency-Key never adds twice.
curl '${origin}/api/v1/contacts' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  -d '{"firstName": "Ines", "lastName": "Quigley", "email": "ines@example.com"}'`
}

function javascript(origin: string): string {
  return `// Node 18 or newer.
const headers = { authorization: \`Bearer \${process.env.API_KEY}\` }
let cursor = null

do {
  const url = new URL('${origin}/api/v1/contacts?limit=100')
  if (cursor) url.searchParams.set('cursor', cursor)
  const response = await fetch(url, { headers })
  const body = await response.json()
  if (!response.ok) throw new Error(\`\${body.code}: \${body.detail} (\${body.requestId})\`)
  for (const { firstName, lastName, email } of body.data) {
    console.log(firstName, lastName, email ?? '-')
  }
  cursor = body.next
} while (cursor)`
}

function python(origin: string): string {
  return `# Python 3.9 or newer, without packages.
import json, os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

headers = {"Authorization": "Bearer " + os.environ["API_KEY"]}
query = {"limit": 100}

while query:
    request = Request("${origin}/api/v1/contacts?" + urlencode(query), headers=headers)
    with urlopen(request) as response:
        page = json.load(response)
    for contact in page["data"]:
        print(contact["firstName"], contact["lastName"], contact["email"])
    query = {"limit": 100, "cursor": page["next"]} if page["next"] else None`
}
