import { Icon } from '../ui/icons.tsx'
import './products.css'

interface Pictured {
  id: number
  image: string | null
}

/** A product's picture, or where it would be. Beside the name it says nothing of its own. */
export function Picture({ product, of }: { product: Pictured; of: 'list' | 'page' }) {
  const className = `products__picture products__picture--${of}`
  if (!product.image) {
    return (
      <span className={className}>
        <Icon name="products" size={of === 'list' ? 16 : 48} />
      </span>
    )
  }
  return (
    <img
      className={className}
      src={addressOf(product, of === 'list' ? 64 : 512)}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

/**
 * Where a picture is, so many pixels wide. A page asks for each address only once, and a new
 * picture has the same one: so the width that is asked for, which the service rounds up to
 * `step`, hangs on the file's name.
 */
function addressOf({ id, image }: Pictured, step: number): string {
  const drawn = Number.parseInt((image ?? '').slice(0, 6), 16) || 0
  const width = step - (drawn % (step / 2))
  return `/products/${id}/image?width=${width}`
}
