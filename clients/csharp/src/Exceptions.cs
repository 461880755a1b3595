using System;
using System.Collections.Generic;
using System.Linq;

namespace Pedido
{
    /// <summary>What is known of a request, whatever became of it.</summary>
    internal sealed class RequestInfo
    {
        /// <summary><c>PATCH /orders/42</c>, for a person who reads the message.</summary>
        public string Address { get; set; }

        public string RequestId { get; set; }

        public string IdempotencyKey { get; set; }
    }

    /// <summary>Every error of the client.</summary>
    public abstract class PedidoException : Exception
    {
        internal PedidoException(string code, string text, RequestInfo of, bool mayPass, Exception cause = null)
            : base($"{of.Address}: {text} ({code}, request {of.RequestId})", cause)
        {
            Code = code;
            RequestId = of.RequestId;
            IdempotencyKey = of.IdempotencyKey;
            MayPass = mayPass;
        }

        /// <summary>What became of the request: a code of the service, or one of the client's own.</summary>
        public string Code { get; }

        /// <summary>Finds the request in the service's log. All attempts of a call share it.</summary>
        public string RequestId { get; }

        /// <summary>The key that a change was sent with: sent again with it, it is made once.</summary>
        public string IdempotencyKey { get; }

        /// <summary>How often the request was sent.</summary>
        public int Attempts { get; internal set; } = 1;

        /// <summary>Whether the same request may succeed a moment later.</summary>
        public bool MayPass { get; }

        /// <summary>Whether an answer with this status may be another one a moment later.</summary>
        internal static bool IsPassing(int status) => status >= 500 || status == 408 || status == 429;
    }

    /// <summary>There was no whole answer: whether a change was made is not known.</summary>
    public class PedidoConnectionException : PedidoException
    {
        internal PedidoConnectionException(RequestInfo of, string text, string code, Exception cause)
            : base(code, text, of, true, cause)
        {
        }
    }

    /// <summary>No answer came in the time of an attempt, or of the whole call.</summary>
    public sealed class PedidoTimeoutException : PedidoConnectionException
    {
        internal PedidoTimeoutException(RequestInfo of, TimeSpan time, Exception cause)
            : base(of, FormattableString.Invariant($"no answer in {time.TotalSeconds:0.###} s"), "timeout", cause)
        {
        }
    }

    /// <summary>Something else answered than the service: a proxy, or a server at another address.</summary>
    public sealed class UnexpectedAnswerException : PedidoException
    {
        private const int ShownLength = 2000;

        internal UnexpectedAnswerException(
            RequestInfo of,
            int status,
            Headers headers,
            string body,
            bool isBroken = false)
            : base("unexpected_answer", $"unexpected answer with status {status}", of, IsPassing(status) || isBroken)
        {
            Status = status;
            Headers = headers;
            Body = body.Substring(0, Math.Min(body.Length, ShownLength));
        }

        /// <summary>The status of HTTP.</summary>
        public int Status { get; }

        /// <summary>The headers of the answer.</summary>
        public Headers Headers { get; }

        /// <summary>How the answer begins.</summary>
        public string Body { get; }
    }

    /// <summary>An answer of the service that is a problem, for the class of its code.</summary>
    internal sealed class ProblemAnswer
    {
        /// <param name="of">what is known of the request</param>
        /// <param name="problem">what the service says</param>
        /// <param name="exchange">with its status and headers</param>
        public ProblemAnswer(RequestInfo of, Json problem, Exchange exchange)
        {
            Problem = problem;
            Status = exchange.Status;
            Headers = exchange.Headers;
            // What a client of OAuth 2.0 is refused with has names of its own (RFC 6749, 5.2).
            Code = TextOf("code") ?? TextOf("error") ?? "";
            Title = TextOf("title") ?? Code;
            Detail = TextOf("detail") ?? TextOf("error_description") ?? "";
            Of = new RequestInfo
            {
                Address = of.Address,
                RequestId = TextOf("request_id") ?? of.RequestId,
                IdempotencyKey = of.IdempotencyKey,
            };
        }

        public RequestInfo Of { get; }

        public Json Problem { get; }

        public int Status { get; }

        public Headers Headers { get; }

        public string Code { get; }

        public string Title { get; }

        public string Detail { get; }

        private string TextOf(string name) => Problem.Has(name) ? (string)Problem[name] : null;
    }

    /// <summary>A problem of the service. Each code has a class of its own.</summary>
    public class ProblemException : PedidoException
    {
        internal ProblemException(ProblemAnswer answer)
            : base(
                answer.Code,
                answer.Detail,
                answer.Of,
                IsPassing(answer.Status) || answer.Code == "idempotency_in_flight")
        {
            Status = answer.Status;
            Headers = answer.Headers;
            Problem = answer.Problem;
            Title = answer.Title;
            Detail = answer.Detail;
            Errors = Problem.Has("errors") ? Problem["errors"].Select(one => new FieldError(one)).ToList() : NoErrors;
        }

        private static readonly IReadOnlyList<FieldError> NoErrors = new FieldError[0];

        /// <summary>The status of HTTP.</summary>
        public int Status { get; }

        /// <summary>The headers of the answer.</summary>
        public Headers Headers { get; }

        /// <summary>All that the service says, such as <c>existing_id</c> of <c>duplicate_fk_id</c>.</summary>
        public Json Problem { get; }

        /// <summary>What the code means.</summary>
        public string Title { get; }

        /// <summary>For a person.</summary>
        public string Detail { get; }

        /// <summary>All the errors of the request.</summary>
        public IReadOnlyList<FieldError> Errors { get; }

        /// <summary>The record's present <c>ETag</c>, which comes with <c>precondition_failed</c>.</summary>
        public string ETag => Headers["ETag"];
    }

    /// <summary>One of the errors of a request.</summary>
    public sealed class FieldError
    {
        internal FieldError(Json error)
        {
            Error = error;
        }

        /// <summary>All that the service says of it.</summary>
        public Json Error { get; }

        /// <summary>Where in the body, such as <c>/items/0/price</c>; null where the error is not in it.</summary>
        public string Pointer => Error.Has("pointer") ? (string)Error["pointer"] : null;

        /// <summary>What kind of error it is.</summary>
        public string Code => (string)Error["code"];

        /// <summary>For a person.</summary>
        public string Detail => (string)Error["detail"];
    }
}
