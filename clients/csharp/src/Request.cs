using System;
using System.Collections.Generic;

namespace Pedido
{
    /// <summary>What is sent, the same in each attempt.</summary>
    internal sealed class Request
    {
        public Request(string method, string path)
        {
            Method = method;
            Path = path;
        }

        public string Method { get; }

        public string Path { get; }

        public Dictionary<string, string> Headers { get; } = new Dictionary<string, string>();

        public byte[] Body { get; set; }

        public string ContentType { get; set; }

        public string IdempotencyKey { get; set; }

        /// <summary>Added to the time of an attempt: so long the service may hold the answer back.</summary>
        public TimeSpan Wait { get; set; }

        public Limits Limits { get; set; }

        public bool IsAuthorized { get; set; } = true;

        public Request With(byte[] body)
        {
            var copy = (Request)MemberwiseClone();
            copy.Body = body;
            return copy;
        }
    }

    /// <summary>What was read of an answer, and its head.</summary>
    internal sealed class Answered<T>
    {
        public Answered(T content, Answer answer)
        {
            Content = content;
            Answer = answer;
        }

        public T Content { get; }

        public Answer Answer { get; }
    }
}
