import { useId } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'
import { CHANNEL_LABELS, CHANNEL_WORDS } from './outreach-texts.ts'

interface ChannelChoiceProps {
  contact: ContactDetail
  channel: Channel | null
  onChannel: (channel: Channel) => void
}

/** The channels for a contact; opted-out channels are disabled. */
export function ChannelChoice({ contact, channel, onChannel }: ChannelChoiceProps) {
  const id = useId()
  const optedOutChannels = contact.optedOutChannels.map((each) => CHANNEL_WORDS[each])
  return (
    <fieldset aria-describedby={optedOutChannels.length > 0 ? `${id}-refused` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Channel</legend>
      <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-4">
        {CHANNELS.map((each) => (
          <label
            key={each}
            className={
              'flex h-9 cursor-pointer items-center justify-center rounded-lg border border-line-strong px-2 text-sm font-medium text-muted ' +
              'has-checked:border-text has-checked:text-text has-disabled:cursor-not-allowed has-disabled:opacity-55 ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:h-11'
            }
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={each === channel}
              disabled={contact.optedOutChannels.includes(each)}
              onChange={() => onChannel(each)}
            />
            {CHANNEL_LABELS[each]}
          </label>
        ))}
      </div>
      {optedOutChannels.length > 0 && (
        <p id={`${id}-refused`} className="mt-1.5 text-[13px] text-orange">
          {contact.firstName} opted out of {optedOutChannels.join(', ')}.
        </p>
      )}
    </fieldset>
  )
}
