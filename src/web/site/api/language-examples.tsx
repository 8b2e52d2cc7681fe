import { CodeExample } from './code-example.tsx'
import { examplesOf, type Language } from './examples.ts'

/** Classes that show the example of the chosen language without a script. */
const SHOWN: Record<Language, string> = {
  curl: 'group-has-[[value=curl]:checked]/examples:block',
  JavaScript: 'group-has-[[value=JavaScript]:checked]/examples:block',
  Python: 'group-has-[[value=Python]:checked]/examples:block',
}

/** Code examples in three languages, one visible at a time. */
export function LanguageExamples({ origin }: { origin: string }) {
  const examples = examplesOf(origin)
  return (
    <div className="group/examples">
      <fieldset className="mb-3 flex w-fit gap-1 rounded-lg border border-line p-1">
        <legend className="sr-only">Language of the example</legend>
        {examples.map(({ language }, at) => (
          <label
            key={language}
            className="relative inline-flex h-9 cursor-pointer items-center rounded-md px-3 text-sm has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-11"
          >
            <input
              type="radio"
              name="language"
              value={language}
              defaultChecked={at === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {language}
          </label>
        ))}
      </fieldset>
      {examples.map(({ language, code }) => (
        <div key={language} className={`hidden ${SHOWN[language]}`}>
          <CodeExample label={language} code={code} />
        </div>
      ))}
    </div>
  )
}
