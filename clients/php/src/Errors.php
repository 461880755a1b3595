<?php

declare(strict_types=1);

namespace Pedido;

/** What is known of a request, whatever became of it. */
final class RequestInfo
{
    /**
     * @param string $address `PATCH /orders/42`, for a person who reads the message
     * @param string $requestId finds the request in the service's log; all attempts of a call share it
     * @param ?string $idempotencyKey the key that a change was sent with: sent again with it, it is made once
     */
    public function __construct(
        public readonly string $address,
        public readonly string $requestId,
        public readonly ?string $idempotencyKey,
    ) {
    }
}

/** Every error of the client. */
class PedidoError extends \RuntimeException
{
    /** What became of the request: a code of the service, or one of the client's own. */
    public readonly string $errorCode;
    public readonly string $requestId;
    public readonly ?string $idempotencyKey;
    /** How often the request was sent. */
    public int $attempts = 1;

    /** @param bool $mayPass whether the same request may succeed a moment later */
    public function __construct(
        string $code,
        string $text,
        RequestInfo $of,
        public readonly bool $mayPass,
        ?\Throwable $cause = null,
    ) {
        parent::__construct("$of->address: $text ($code, request $of->requestId)", 0, $cause);
        $this->errorCode = $code;
        $this->requestId = $of->requestId;
        $this->idempotencyKey = $of->idempotencyKey;
    }
}

/** There was no whole answer: whether a change was made is not known. */
class ConnectionError extends PedidoError
{
    public function __construct(RequestInfo $of, string $text, string $code = 'connection')
    {
        parent::__construct($code, $text, $of, true);
    }
}

/** No answer came in the time of an attempt, or of the whole call. */
class TimeoutError extends ConnectionError
{
    public function __construct(RequestInfo $of, float $seconds)
    {
        parent::__construct($of, sprintf('no answer in %.3g s', $seconds), 'timeout');
    }
}

/** Something else answered than the service: a proxy, or a server at another address. */
class UnexpectedAnswerError extends PedidoError
{
    /** How the answer begins. */
    public readonly string $body;

    public function __construct(
        RequestInfo $of,
        public readonly int $status,
        public readonly Headers $headers,
        string $body,
        bool $isBroken = false,
    ) {
        $mayPass = $status >= 500 || in_array($status, ProblemError::PASSING, true) || $isBroken;
        parent::__construct('unexpected_answer', "unexpected answer with status $status", $of, $mayPass);
        $this->body = substr($body, 0, 2_000);
    }
}

/** A problem of the service. Each code has a class of its own. */
class ProblemError extends PedidoError
{
    /** Statuses below 500 with which the same request may succeed later. */
    public const PASSING = [408, 429];

    public readonly string $title;
    /** For a person. */
    public readonly string $detail;
    /** All the errors of the request, each with its `pointer`, a `code` and a sentence. */
    public readonly array $errors;

    /** @param array $problem all that the service says, such as `existing_id` of `duplicate_fk_id` */
    public function __construct(
        public readonly array $problem,
        public readonly int $status,
        public readonly Headers $headers,
        RequestInfo $of,
    ) {
        $code = $problem['code'];
        $mayPass = $status >= 500 || in_array($status, self::PASSING, true) || $code === 'idempotency_in_flight';
        $known = new RequestInfo($of->address, $problem['request_id'] ?? $of->requestId, $of->idempotencyKey);
        parent::__construct($code, $problem['detail'], $known, $mayPass);
        $this->title = $problem['title'];
        $this->detail = $problem['detail'];
        $this->errors = $problem['errors'] ?? [];
    }

    /** The record's present `ETag`, which comes with `precondition_failed`. */
    public function etag(): ?string
    {
        return $this->headers->get('ETag');
    }
}
