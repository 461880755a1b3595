import type { Product } from '@pedido/client'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toasts.tsx'
import { Picture } from './picture.tsx'
import { text } from './text.ts'

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** A product's image: dropped in, pasted or chosen. */
export function ProductImage({ product, onChange }: { product: Product; onChange: () => void }) {
  const t = useTexts(text)
  const mayWrite = useMay()('products:write')
  const [isOver, setOver] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { upload, isBusy, error } = useUpload(product.id, onChange)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    upload(event.dataTransfer.files[0])
  }
  usePasted(mayWrite, upload)
  if (!mayWrite) {
    return (
      <section className="panel" aria-label={t.image}>
        <Picture product={product} of="page" />
      </section>
    )
  }
  return (
    <section
      className="panel products__drop"
      aria-label={t.image}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Picture product={product} of="page" />
      <Problem error={error} />
      <p className="quiet">
        {t.drop} {t.imageKinds}.
      </p>
      <ImageButtons {...{ product, upload, isBusy }} onRemove={() => setRemoving(true)} />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t.removeImageTitle}
        action={t.removeImage}
        isDanger
        onConfirm={async () => {
          await pedido.products.deleteImage(product.id)
          toast({ text: t.imageRemoved })
          onChange()
        }}
      >
        {t.removeImageWhy}
      </ConfirmDialog>
    </section>
  )
}

function ImageButtons({
  product,
  upload,
  isBusy,
  onRemove,
}: {
  product: Product
  upload: (file: File | undefined) => void
  isBusy: boolean
  onRemove: () => void
}) {
  const t = useTexts(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="row">
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        <Icon name="upload" size={16} />
        {isBusy ? t.sending : product.image ? t.replace : t.choose}
      </Button>
      {product.image && (
        <Button onClick={onRemove}>
          <Icon name="trash" size={16} />
          {t.removeImage}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={KINDS}
        hidden
        aria-label={t.choose}
        onChange={(event) => {
          upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}

function useUpload(id: number, onDone: () => void) {
  const t = useTexts(text)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const send = async (file: File) => {
    setBusy(true)
    setError(undefined)
    try {
      await pedido.products.uploadImage(id, file)
      toast({ text: t.imageSaved })
      onDone()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File | undefined) => {
    if (file && !isBusy) void send(file)
  }
  return { upload, isBusy, error }
}

/** An image in the clipboard, wherever on the page it is pasted; text stays the field's. */
function usePasted(isWanted: boolean, take: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => KINDS.includes(type))
    if (!isWanted || !file) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}
