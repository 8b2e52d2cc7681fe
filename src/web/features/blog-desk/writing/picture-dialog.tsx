import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { type BlogPicture, MAX_PICTURE_BYTES, PICTURE_TYPES } from '#contract/blog-pictures.ts'
import { send } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Field, Input } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const MAX_ALT = 200

interface PictureDialogProps {
  editor: Editor
  /** A pasted or dropped file; without it, the dialog has a file input. */
  file?: File
  onClose: () => void
}

/** Uploads a picture with its description, or changes the description of the selected one. */
export function PictureDialog({ editor, file: pastedFile, onClose }: PictureDialogProps) {
  const [selected] = useState(() => editor.isActive('picture'))
  const isEdit = selected && !pastedFile
  const [file, setFile] = useState(pastedFile)
  const [alt, setAlt] = useState<string>(isEdit ? (editor.getAttributes('picture').alt ?? '') : '')
  const [errors, setErrors] = useState<{ file?: string | undefined; alt?: string | undefined; all?: string }>(
    {},
  )
  const [isSending, setIsSending] = useState(false)

  const submit = async () => {
    const problems = {
      file: isEdit ? undefined : problemOf(file),
      alt: alt.trim() ? undefined : "Describe the picture for people who can't see it",
    }
    setErrors(problems)
    if (problems.file || problems.alt) return
    if (isEdit) {
      editor.chain().focus().updateAttributes('picture', { alt: alt.trim() }).run()
      return onClose()
    }
    setIsSending(true)
    try {
      const response = await send('POST', '/api/blog/pictures', file)
      const { url, width, height } = (await response.json()) as BlogPicture
      const attrs = { src: url, alt: alt.trim(), width, height }
      editor.chain().focus().insertContent({ type: 'picture', attrs }).run()
      onClose()
    } catch (error) {
      setErrors({ all: messageOf(error, "We couldn't upload the picture. Try again.") })
    }
    setIsSending(false)
  }

  return (
    <FormDialog
      title={isEdit ? 'Edit picture' : 'Add picture'}
      verb={isEdit ? 'Save Changes' : 'Add Picture'}
      pending={isSending}
      pendingLabel="Uploading..."
      error={errors.all}
      onClose={onClose}
      onSubmit={submit}
    >
      {pastedFile && <p className="text-sm text-muted wrap-anywhere">{pastedFile.name}</p>}
      {!isEdit && !pastedFile && (
        <Field label="File" required hint="JPEG, PNG, WebP or AVIF, up to 10 MB." error={errors.file}>
          <Input
            type="file"
            accept={PICTURE_TYPES.join()}
            className="py-1.5 max-md:py-2.5"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </Field>
      )}
      {pastedFile && errors.file && (
        <p role="alert" className="text-sm text-red">
          {errors.file}
        </p>
      )}
      <Field
        label="Description"
        required
        hint="One sentence for screen readers and search engines."
        error={errors.alt}
      >
        <Input value={alt} maxLength={MAX_ALT} onValue={setAlt} />
      </Field>
    </FormDialog>
  )
}

/** An error for a missing file, a wrong type or a large size. The server checks the content. */
function problemOf(file: File | undefined): string | undefined {
  if (!file) return 'Choose a file'
  if (!PICTURE_TYPES.some((type) => type === file.type)) return 'Choose a JPEG, PNG, WebP or AVIF picture'
  return file.size > MAX_PICTURE_BYTES ? 'Choose a file up to 10 MB' : undefined
}
