<?php

declare(strict_types=1);

namespace Pedido;

/** The headers of an answer. */
final class Headers
{
    /** @var array<string, string> */
    private array $values = [];

    /** @param string $line as it came, such as `ETag: "7"` */
    public function add(string $line): void
    {
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        $this->values[strtolower(trim($name))] = trim($value);
    }

    /** @param string $name in capitals or not */
    public function get(string $name): ?string
    {
        return $this->values[strtolower($name)] ?? null;
    }
}

/** The head of an answer. */
final class Answer
{
    /** @param int $attempts how often the request was sent */
    public function __construct(
        public readonly int $status,
        public readonly Headers $headers,
        public readonly string $requestId,
        public readonly int $attempts,
    ) {
    }
}

/** A record, or a list, as the service answered it: used like an array, with the answer's head beside it. */
final class Record extends \ArrayObject implements \JsonSerializable
{
    public ?Answer $answer = null;

    /** The version, for `ifMatch`. Records of lists and events come without. */
    public function etag(): ?string
    {
        return $this->answer?->headers->get('ETag');
    }

    public function jsonSerialize(): array
    {
        return $this->getArrayCopy();
    }
}

/** What is sent, as text. */
final class Text
{
    /** JSON in UTF-8. Figures are written with as few digits as mean them. */
    public static function json(mixed $value): string
    {
        $before = ini_set('serialize_precision', '-1');
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
            return json_encode(self::plain($value), $flags);
        } finally {
            ini_set('serialize_precision', (string) $before);
        }
    }

    /** A part of a path. Nothing in it can lead to another path: `..` and nothing at all would. */
    public static function segment(int|string $value): string
    {
        if (in_array((string) $value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("\"$value\" can't stand in a path.");
        }
        return rawurlencode((string) $value);
    }

    /** The query of an address; what is null is left out. */
    public static function search(array $query): string
    {
        $given = array_filter($query, fn ($value) => $value !== null);
        $search = http_build_query(array_map(self::parameter(...), $given), '', '&', PHP_QUERY_RFC3986);
        return $search === '' ? '' : "?$search";
    }

    /** A list has commas between its values; one in a value stands behind a backslash. */
    private static function parameter(mixed $value): string
    {
        return match (true) {
            is_array($value) => implode(',', array_map(self::listed(...), $value)),
            is_bool($value) => $value ? 'true' : 'false',
            is_float($value) => self::json($value),
            $value instanceof \DateTimeInterface => $value->format(DATE_RFC3339_EXTENDED),
            default => (string) $value,
        };
    }

    private static function listed(mixed $value): string
    {
        return str_replace(['\\', ','], ['\\\\', '\\,'], self::parameter($value));
    }

    private static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \DateTimeInterface => $value->format(DATE_RFC3339_EXTENDED),
            is_array($value) => array_map(self::plain(...), $value),
            default => $value,
        };
    }
}
